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
} from '@outturn/checkers'
import type { Agreement } from '../lifecycle/spool.ts'
import type { EvidenceDraft } from './evidence-draft.ts'
import { type SubmittedContent, unreadable } from './submitted-content.ts'

type Readable = Pick<SubmittedContent, 'content' | 'field' | 'unread' | 'doubt'>

/** What a check reads, and how to send it. */
const asked: Readonly<Partial<Record<JudgedPart, readonly [what: string, remedy: string]>>> = {
  text: ['text', 'Send it as type text with metadata.text, or as a file of media type text/plain in UTF-8.'],
  json: ['JSON', 'Send it as metadata.json, or as a file of media type application/json.'],
}

/**
 * Refuses a file or document that nothing in the agreement can judge: no check reads its form, and no person or outside judge
 * looks at it. It would end in doubt at the verdict, when it is too late to send another.
 */
export function assertReadable(
  { type, conditionId }: EvidenceDraft,
  sent: Readable,
  { plan: { conditions } }: Agreement,
): void {
  const { field, unread, doubt } = sent
  if (doubt !== undefined && isReadByOtherNames(doubt.column, conditions)) {
    throw unreadable(field, doubt.problem)
  }
  if (unread !== null && sent.content.kind === 'json' && isReadInWrappedRows(sent.content.json, conditions)) {
    throw unreadable(field, unread)
  }
  if (unread === null || (type !== 'dataset' && type !== 'file')) return
  const named = conditions.find(({ condition_id: id }) => id === conditionId)
  const part = named === undefined ? null : partOf(named)
  if (part === null || !contentParts.includes(part)) return
  if (conditions.some((condition) => isJudgedBy(condition, sent))) return
  const [what, remedy] = asked[part] ?? []
  if (what === undefined) {
    const isFile = type === 'file' && unread.member !== 'type'
    const asDataset = isFile ? ' A table is read where it is sent with type "dataset".' : ''
    throw unreadable(field, { ...unread, remedy: `${unread.remedy ?? ''}${asDataset}` })
  }
  const { member: _, ...problem } = unread
  throw unreadable(field, {
    ...problem,
    message: `${unread.message}; the check of this condition reads ${what}`,
    remedy: remedy ?? '',
  })
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

const contentParts: readonly JudgedPart[] = ['rows', 'rows_or_json', 'text', 'json']

function partOf({ check }: PlanCondition): JudgedPart | null {
  const agreed = checkerOf(check)
  return agreed === null ? null : judgedPartOf(agreed)
}

function isJudgedBy(condition: PlanCondition, { content }: Readable): boolean {
  const part = partOf(condition)
  if (part === null) return condition.verification_method !== 'ai_assisted' || hasText(content)
  switch (part) {
    case 'content':
      return true
    case 'text':
      return heldText(content) !== null
    case 'json':
    case 'rows_or_json':
      return heldJson(content) !== undefined
    default:
      return false
  }
}

function hasText(content: EvidenceContent): boolean {
  return heldText(content) !== null || heldJson(content) !== undefined
}
