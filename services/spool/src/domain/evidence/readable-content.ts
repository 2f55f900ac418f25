import { checkerOf, type EvidenceContent, type PlanCondition } from '@outturn/agreement'
import type { JsonValue } from '@outturn/canonical'
import {
  columnsRead,
  heldJson,
  heldText,
  type JudgedPart,
  judgedPartOf,
  memberAt,
  namesOfPath,
  nearMember,
  prefersRows,
} from '@outturn/checkers'
import { type Refusal, unprocessable } from '@outturn/contracts'
import { canHoldRows, deliveringSide } from '@outturn/evaluation'
import type { Side } from '@outturn/vocabulary'
import type { Agreement } from '../model/spool.ts'
import type { EvidenceDraft } from './evidence-draft.ts'
import { type SubmittedContent, unreadable } from './submitted-content.ts'

type Readable = Pick<SubmittedContent, 'content' | 'field' | 'unread' | 'doubt'>

const table =
  'Send metadata.rows, a list of objects, with type "dataset"; a file with a table goes in metadata.text or metadata.content_base64, with its metadata.media_type.'

/** What a check reads, and how to send it. What it reads nothing for, or only the time of, is left out. */
const asked: Readonly<Partial<Record<JudgedPart, readonly [what: string, remedy: string]>>> = {
  rows: ['a table', table],
  rows_or_json: ['a table or a JSON document', `${table} Send another JSON document as metadata.json.`],
  content: [
    'the content itself',
    'Send it as metadata.rows, metadata.json or metadata.text, or as metadata.content_base64 with metadata.media_type.',
  ],
  link: ['a web address', 'Send it as metadata.url.'],
  text: ['text', 'Send it as type text with metadata.text, or as a file of media type text/plain in UTF-8.'],
  json: ['JSON', 'Send it as metadata.json, or as a file of media type application/json.'],
}

/**
 * Refuses evidence that nothing in the agreement can judge: no check reads its form, and no person or outside judge
 * looks at it. It would end in doubt at the verdict, when it is too late to send another.
 */
export function assertReadable(
  draft: EvidenceDraft,
  sent: Readable,
  { plan: { conditions } }: Agreement,
  side: Side,
): void {
  const { type, conditionId } = draft
  const { field, unread, doubt } = sent
  if (doubt !== undefined && isReadByOtherNames(doubt.column, conditions)) {
    throw unreadable(field, doubt.problem)
  }
  if (unread !== null && sent.content.kind === 'json' && isReadInWrappedRows(sent.content.json, conditions)) {
    throw unreadable(field, unread)
  }
  const named = conditions.find(({ condition_id: id }) => id === conditionId)
  if (named === undefined || side !== deliveringSide(named)) return
  // What is kept elsewhere is noted by its address or digest; nothing of it is read.
  if (sent.content.kind === 'reference' && !isNothing(draft, sent.content)) return
  const reads = whatIsRead(named, draft, sent)
  if (reads === null || conditions.some((condition) => isJudgedBy(condition, draft, sent))) return
  if (unread === null || (type !== 'dataset' && type !== 'file')) throw unreadForm(draft, sent, reads)
  const [what, remedy] = reads
  const part = partOf(named)
  if (part === 'rows' || part === 'rows_or_json') {
    const isFile = type === 'file' && unread.member !== 'type'
    const asDataset = isFile ? ' A table is read where it is sent with type "dataset".' : ''
    throw unreadable(field, { ...unread, remedy: `${unread.remedy ?? ''}${asDataset}` })
  }
  const { member: _, ...problem } = unread
  throw unreadable(field, {
    ...problem,
    message: `${unread.message}; the check of this condition reads ${what}`,
    remedy,
  })
}

/** Refuses a one-call verification with a required condition that rows, which are all it delivers, cannot decide. */
export function assertReadsRows(
  { plan: { conditions } }: Pick<Agreement, 'plan'>,
  fieldOf: (index: number) => string,
): void {
  for (const [index, condition] of conditions.entries()) {
    const part = partOf(condition)
    if (!condition.required || (part !== 'text' && part !== 'link')) continue
    const [what] = asked[part] ?? ['another form']
    throw unprocessable(
      fieldOf(index),
      `The check reads ${what}, and a one-call verification delivers rows.`,
      {
        remediation:
          'Name the field of the rows that it is about in the check, or agree on a Spool and send the evidence there.',
      },
    )
  }
}

/** Whether checks name columns, and none of them the only one of a table. */
function isReadByOtherNames(column: string, conditions: readonly PlanCondition[]): boolean {
  const read = conditions.map(({ check }) => {
    const agreed = checkerOf(check)
    return agreed === null ? [] : columnsRead(agreed)
  })
  const names = read.flatMap((each) => each ?? [column])
  return names.length > 0 && !names.includes(column)
}

/** Whether paths lead nowhere in a document, and to values in the rows that a member of it lists: the rows were to be sent alone. */
function isReadInWrappedRows(json: JsonValue, conditions: readonly PlanCondition[]): boolean {
  const paths = conditions.flatMap(({ check }) => {
    const agreed = checkerOf(check)
    const isOfRows = agreed?.checker === 'json_path' && agreed.scope !== 'document'
    return isOfRows ? [namesOfPath(agreed.path)] : []
  })
  const rows = typeof json === 'object' && json !== null ? Object.values(json).flat() : []
  return (
    paths.length > 0 &&
    paths.every(
      (path) =>
        path !== null &&
        memberAt(json, path) === undefined &&
        rows.some((row) => memberAt(row, path) !== undefined),
    )
  )
}

/** What the condition reads, and how to send it; null where it needs no content, or people look at what there is. */
function whatIsRead(
  condition: PlanCondition,
  draft: EvidenceDraft,
  { content }: Readable,
): readonly [string, string] | null {
  const part = partOf(condition)
  if (part !== null) return asked[part] ?? null
  // A model may be shown any content, and nothing where there is none.
  return condition.verification_method === 'ai_assisted' && isNothing(draft, content)
    ? (asked.text ?? null)
    : null
}

/** The refusal of evidence in a form that the condition does not read, or without any content. */
function unreadForm(
  draft: EvidenceDraft,
  { content, field }: Readable,
  [what, remedy]: readonly [string, string],
): Refusal {
  if (!isNothing(draft, content)) {
    return unprocessable(field, `The check of this condition reads ${what}, and ${field} is none.`, {
      remediation: `${remedy} Nothing of it was kept.`,
    })
  }
  const near = nearMember(draft.metadata)
  const message = 'The evidence holds no content'
  return near === null
    ? unprocessable('metadata', `${message}, and the check of this condition reads ${what}.`, {
        remediation: remedy,
      })
    : unprocessable(
        `metadata.${near.name}`,
        `${message}: metadata.${near.name} is not a member that is read. The check of this condition reads ${what}.`,
        { remediation: near.remedy },
      )
}

function partOf({ check }: PlanCondition): JudgedPart | null {
  const agreed = checkerOf(check)
  if (agreed === null) return null
  const part = judgedPartOf(agreed)
  // A path into a list is judged on the rows of a table as one document.
  return part === 'json' && prefersRows(agreed) ? 'rows_or_json' : part
}

function isJudgedBy(condition: PlanCondition, draft: EvidenceDraft, sent: Readable): boolean {
  const { content, unread } = sent
  const { type } = draft
  if (isNothing(draft, content)) return false
  const part = partOf(condition)
  if (part === null) return condition.verification_method !== 'ai_assisted' || hasText(content)
  switch (part) {
    case 'content':
      return true
    case 'rows':
      return hasRows(type, sent)
    case 'text':
      return heldText(content) !== null
    case 'json':
      return heldJson(content) !== undefined
    case 'rows_or_json':
      return heldJson(content) !== undefined || (unread === null && hasRows(type, sent))
    default:
      return false
  }
}

function hasRows(type: EvidenceDraft['type'], { content, unread }: Readable): boolean {
  if (content.kind === 'rows') return true
  return content.kind === 'bytes' && unread === null && canHoldRows(type, content.media_type)
}

/** Whether there is nothing to judge and nothing to look at. The source is what is delivered of a link alone. */
function isNothing({ type, metadata }: EvidenceDraft, content: EvidenceContent): boolean {
  if (content.kind !== 'reference' || metadata['url'] !== undefined || metadata['sha256'] !== undefined) {
    return false
  }
  return type !== 'url' || content.url === undefined
}

function hasText(content: EvidenceContent): boolean {
  return heldText(content) !== null || heldJson(content) !== undefined
}
