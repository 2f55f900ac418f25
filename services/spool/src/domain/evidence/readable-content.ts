import { checkerOf, type EvidenceContent, type PlanCondition } from '@outturn/agreement'
import { heldJson, heldText, type JudgedPart, judgedPartOf } from '@outturn/checkers'
import type { Agreement } from '../lifecycle/spool.ts'
import type { EvidenceDraft } from './evidence-draft.ts'
import { type SubmittedContent, unreadable } from './submitted-content.ts'

type Readable = Pick<SubmittedContent, 'content' | 'field' | 'unread'>

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
  const { field, unread } = sent
  if (unread === null || (type !== 'dataset' && type !== 'file')) return
  const named = conditions.find(({ condition_id: id }) => id === conditionId)
  const part = named === undefined ? null : partOf(named)
  if (part === null || !contentParts.includes(part)) return
  if (conditions.some((condition) => isJudgedBy(condition, sent))) return
  const [what, remedy] = asked[part] ?? []
  const isForRows = what === undefined
  const message = isForRows ? unread.message : `${unread.message}; the check of this condition reads ${what}`
  const asDataset = type === 'file' ? ' A table is read where it is sent with type "dataset".' : ''
  throw unreadable(field, {
    ...unread,
    message,
    remedy: isForRows ? `${unread.remedy ?? ''}${asDataset}` : (remedy ?? ''),
  })
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
