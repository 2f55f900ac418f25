import {
  heldJson,
  heldText,
  isJsonMedia,
  isTextMedia,
  type JudgedPart,
  judgedPartOf,
  prefersRows,
  readsAllContent,
} from '@outturn/checkers'
import { checkerOf, type EvidenceContent, type EvidenceItem, type PlanCondition } from '@outturn/agreement'
import { claimOf } from '../executors/claim-text.ts'
import { rowsOf } from './delivery.ts'

/** The kind of content that an item holds; a file of a form that is not read is `other`. */
export type ContentForm = 'table' | 'text' | 'json' | 'link' | 'other'

type Readable = { readonly isTable: boolean; readonly hasText: boolean; readonly hasJson: boolean }

/** The form of an item; null for one that holds nothing. A table is one whether it is read by its rows, as text or by its digest. */
export function formOf(item: EvidenceItem): ContentForm | null {
  const { content } = item
  const { isTable, hasText, hasJson } = readableIn(item)
  if (isTable) return 'table'
  if (hasText) return 'text'
  if (hasJson) return 'json'
  if (content.kind === 'reference') return content.url === undefined ? null : 'link'
  return content.kind === 'bytes' ? 'other' : null
}

const readers: Readonly<Record<JudgedPart, (readable: Readable, content: EvidenceContent) => boolean>> = {
  rows: ({ isTable }) => isTable,
  rows_or_json: ({ isTable, hasJson }) => isTable || hasJson,
  json: ({ isTable, hasJson }) => isTable || hasJson,
  text: ({ hasText }) => hasText,
  content: (_, { kind }) => ['rows', 'json', 'text', 'bytes'].includes(kind),
  link: (_, content) => content.kind === 'reference' && content.url !== undefined,
  times: () => false,
  nothing: () => false,
}

/** Whether a condition reads the content of an item, where no other item keeps it from that. */
export function canRead({ check }: PlanCondition, item: EvidenceItem): boolean {
  const agreed = checkerOf(check)
  const readable = readableIn(item)
  if (agreed !== null) {
    const isRead = readers[judgedPartOf(agreed)](readable, item.content)
    return isRead || (readsAllContent(agreed) && (readable.isTable || readable.hasJson))
  }
  const claim = claimOf(check)
  if (claim === null || (claim.evidence_ref !== undefined && claim.evidence_ref !== item.source)) return false
  return readable.hasText || readable.hasJson
}

/**
 * The items of a delivery that a condition is judged on. Of rows and documents a check on JSON reads one kind: the rows where
 * there are any, or the documents where it was agreed to be about a document that is no list of rows.
 */
export function readOf(condition: PlanCondition, items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const readable = items.filter((item) => canRead(condition, item))
  const preferred = preferredForm(condition)
  if (preferred === null || !readable.some((item) => formOf(item) === preferred)) return readable
  return readable.filter((item) => formOf(item) === preferred)
}

/** The form beside which a condition reads no other one. */
export function preferredForm({ check }: PlanCondition): ContentForm | null {
  const agreed = checkerOf(check)
  if (agreed === null) return null
  const part = judgedPartOf(agreed)
  if (part === 'rows_or_json') return 'table'
  if (part !== 'json') return null
  return prefersRows(agreed) ? 'table' : 'json'
}

const knownReadable = new WeakMap<EvidenceContent, Readable>()

/** What can be read of an item; texts and documents are parsed once, however many conditions read them. */
function readableIn(item: EvidenceItem): Readable {
  const { content } = item
  const isTable = rowsOf(item) !== null
  const known = knownReadable.get(content)
  if (known !== undefined && known.isTable === isTable) return known
  const readable = isTable ? readableTable(content) : readableDocument(content)
  knownReadable.set(content, readable)
  return readable
}

/** A table was read already, so its media type says what else reads it. */
function readableTable(content: EvidenceContent): Readable {
  const mediaType = content.kind === 'bytes' ? content.media_type : ''
  return {
    isTable: true,
    hasText: isTextMedia(mediaType),
    hasJson: content.kind === 'rows' || isJsonMedia(mediaType),
  }
}

function readableDocument(content: EvidenceContent): Readable {
  return {
    isTable: false,
    hasText: heldText(content) !== null,
    hasJson: heldJson(content) !== undefined,
  }
}
