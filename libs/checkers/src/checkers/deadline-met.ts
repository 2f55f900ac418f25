import { z } from 'zod'
import { type CheckInput, judgeRows, wrongEvidenceType } from '../check-input.ts'
import {
  type CheckResult,
  gateFailed,
  gatePassed,
  rowFailed,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { FieldName, findFieldProblem, problem } from '../parameters.ts'
import { fieldPattern, fieldPhrase, instantPattern } from '../phrases.ts'
import { dayPattern, endOfDay } from '../values/calendar-day.ts'
import { parseInstant } from '../values/instant.ts'
import { fieldReader } from '../values/row-field.ts'
import { rowsThatAre } from '../sentence.ts'

const parameters = {
  deadline: z.iso.datetime({ offset: true }),
  basis: z.enum(['received_at', 'field', 'source_timestamp']).exactOptional(),
  field: FieldName.exactOptional(),
  grace_seconds: z.int().min(0).max(31_536_000).exactOptional(),
}
const defaults = { basis: 'received_at', grace_seconds: 0 } as const
type Check = CompleteCheck<'deadline_met', typeof parameters, typeof defaults>

const noLaterThan = '(?:by|no later than|not later than|on or before)'
const time = `(?<deadline>${instantPattern})`
const work =
  '(?:the |all )?(?:work|delivery|deliverable|dataset|data|file|list|report|document|rows|results|everything|it)'
const obliged = '(?:must|shall|will|should|has to|have to|needs to|need to|is to|are to)'
/** What may stand before `by`; a time alone is the time of delivery too. */
const delivered = `(?:(?:${work} )?(?:(?:${obliged} be|to be|is|are) )?(?:delivered|received|submitted|due|arrives|ready|finished|done) |${work} ${obliged} arrive |deliver(?: ${work})? |submit(?: ${work})? |send(?: ${work})? |delivery |${work} )?`
const atLatest = '(?: at the latest)?'
const dueBy = `(?:${delivered}${noLaterThan}|(?:the )?(?:deadline|due date|delivery date|due)(?: is|:| on)?)`

/** The recorded time of the delivery, or of each row, is no later than the deadline and its grace. */
export const deadlineMet = defineChecker('deadline_met', parameters, defaults, {
  findProblem,
  appliesPerUnit: ({ basis }) => basis === 'field',
  work: (_check, { rows }) => 30 * rows,
  describe: ({ deadline, grace_seconds: grace }) =>
    `it was there by ${minuteOf(deadline)}${grace === 0 ? '' : `, with ${grace} seconds of grace`}`,
  topic: { words: /\b(?:deadline|deliver(?:ed|y)?|late|by|before|until)\b/i, rank: 4 },
  forms: [
    {
      example: 'delivered by 2026-02-06T17:00:00Z',
      wording: `${dueBy} ${time}${atLatest}`,
      read: (parts) => ({ checker: 'deadline_met', deadline: withSeconds(parts.deadline ?? '') }),
    },
    {
      example: 'delivered by 2026-02-06',
      wording: `${dueBy} (?:the end of )?(?<day>${dayPattern})${atLatest}`,
      addition: 'until the end of the day, UTC',
      read: ({ day }) => {
        const deadline = endOfDay(day ?? '')
        return deadline === null ? null : { checker: 'deadline_met', deadline }
      },
    },
    {
      example: 'field delivered_at is no later than 2026-02-06T17:00:00Z',
      wording: `(?:every |each )?field (?<field>${fieldPattern}) is ${noLaterThan} ${time}`,
      read: (parts, names) => ({
        checker: 'deadline_met',
        deadline: withSeconds(parts.deadline ?? ''),
        basis: 'field',
        field: names.one(fieldPhrase(parts.field ?? '', true)),
      }),
    },
  ],
  judge,
})

function findProblem({ deadline, basis, field }: Check): ParameterProblem | null {
  if (parseInstant(deadline) === null) return problem('deadline', 'must be a time with an offset')
  if ((basis === 'field') !== (field !== undefined)) {
    return problem('field', 'is required with basis field, and only then')
  }
  return findFieldProblem(field)
}

/** `2026-02-06 17:00 UTC`. */
function minuteOf(instant: string): string {
  const iso = new Date(instant).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

function withSeconds(instant: string): string {
  const upper = instant
    .toUpperCase()
    .replace(/^(\S{10}) /, '$1T')
    .replace(/ ?(?:UTC|GMT|Z)$/, 'Z')
  return upper.replace(/(T\d\d:\d\d)(?=Z|[+-])/, '$1:00')
}

function judge(check: Check, input: CheckInput): CheckResult {
  const deadline = parseInstant(check.deadline)
  if (deadline === null) return undecided('bad_parameters', 'the deadline is not a time')
  const limit = deadline + check.grace_seconds * 1_000
  return check.basis === 'field'
    ? judgeFieldTimes(check.field ?? '', limit, input)
    : judgeDeliveryTime(check.basis, limit, input)
}

/** Every item counts: the delivery is complete when its last part has arrived. */
function judgeDeliveryTime(
  basis: 'received_at' | 'source_timestamp',
  limit: number,
  input: CheckInput,
): CheckResult {
  if (input.items.length === 0) return wrongEvidenceType('an item with a time')
  let latest = Number.NEGATIVE_INFINITY
  for (const item of input.items) {
    const at = parseInstant(basis === 'received_at' ? item.receivedAt : item.observedAt)
    if (at === null) return undecided('no_timestamp', 'an item of the delivery has no such time')
    latest = Math.max(latest, at)
  }
  if (latest <= limit) return gatePassed('delivered by the deadline')
  const late = secondsLate(latest, limit)
  return gateFailed('late', `delivered ${late} second${late === 1 ? '' : 's'} after the deadline`)
}

function judgeFieldTimes(field: string, limit: number, input: CheckInput): CheckResult {
  const read = fieldReader(field)
  const withoutTime = uncertainRow('no_timestamp', field)
  return judgeRows(
    input,
    (row) => {
      const at = parseInstant(read(row))
      if (at === null) return withoutTime
      if (at <= limit) return null
      return { verdict: rowFailed, reasons: [{ code: 'late', field, seconds_late: secondsLate(at, limit) }] }
    },
    ({ total, passed }) => `${rowsThatAre(passed, total)} within the deadline by ${field}`,
  )
}

function secondsLate(at: number, limit: number): number {
  return Math.ceil((at - limit) / 1_000)
}
