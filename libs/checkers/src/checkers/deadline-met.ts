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
import { besideClaim, claimOf, holdsInRows } from '../claims.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { quoted } from '../descriptions/quoted.ts'
import { FieldName, findFieldProblem, problem } from '../parameters.ts'
import { durationWords } from '../sightings/duration.ts'
import { compareInstants, type Instant, laterBy, secondsBetween } from '../values/instant.ts'
import { readTrimmed, type ValueRules } from '../value-rules.ts'
import { fieldReader } from '../values/row-field.ts'
import { rowsThatAre } from '../sentence.ts'

/** A time with its offset; how many decimals of a second there may be is judged when it is agreed. */
const Deadline = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/,
    'must be a date and time with its offset, such as 2026-01-31T17:00:00Z',
  )
  .max(64)
const parameters = {
  deadline: Deadline.meta({
    description: 'Latest time, as RFC 3339 with an offset.',
    examples: ['2026-01-31T17:00:00Z'],
  }),
  basis: z
    .enum(['received_at', 'field', 'source_timestamp'])
    .exactOptional()
    .describe(
      'Time that is compared with the deadline: `received_at` is the time at which the service received the evidence, `source_timestamp` the `observed_at` of its submitter, `field` a field of each row. Default: `received_at`.',
    ),
  field: FieldName.exactOptional().meta({
    description: 'Field of each row that holds the time. Required with the basis `field`.',
    examples: ['delivered_at'],
  }),
  grace_seconds: z
    .int()
    .min(0)
    .max(31_536_000)
    .exactOptional()
    .meta({
      description: 'Number of seconds after the deadline that are still accepted. Default: `0`.',
      examples: [300],
    }),
}
const defaults = { basis: 'received_at', grace_seconds: 0 } as const
type Check = CompleteCheck<'deadline_met', typeof parameters, typeof defaults>

/** The recorded time of the delivery, or of each row, is no later than the deadline and its grace. */
export const deadlineMet = defineChecker('deadline_met', parameters, defaults, {
  findProblem,
  appliesPerUnit: ({ basis }) => basis === 'field',
  judgedPart: ({ basis }) => (basis === 'field' ? 'rows' : 'times'),
  work: (_check, { rows }) => 30 * rows,
  describe,
  judge,
})

function findProblem({ deadline, basis, field }: Check, rules: ValueRules): ParameterProblem | null {
  if (rules.parseInstant(deadline) === null) {
    return problem(
      'deadline',
      'must be a time that there is, with its offset and at most nine decimals of a second, such as 2026-01-31T17:00:00Z',
    )
  }
  if ((basis === 'field') !== (field !== undefined)) {
    return problem('field', 'is required with basis field, and only then')
  }
  return findFieldProblem(field)
}

/** The deadline as it was written: what is read of it is what was agreed. */
function describe({ deadline, basis, field, grace_seconds: grace }: Check): string {
  const subject = {
    received_at: 'delivered by',
    source_timestamp: 'observed by',
    field: `${quoted(field ?? '')} is no later than`,
  }[basis]
  const after = grace === 0 ? '' : `, with ${grace} ${grace === 1 ? 'second' : 'seconds'} of grace`
  return `${subject} ${deadline}${after}`
}

/** The end of the grace, and what was agreed in words where the result says so. */
type Agreed = { readonly limit: Instant; readonly claim: string | null }

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const deadline = rules.parseInstant(check.deadline)
  if (deadline === null) return undecided('bad_parameters', 'the deadline is not a time')
  const limit = laterBy(deadline, check.grace_seconds)
  const agreed = { limit, claim: rules.saysClaims ? claimOf(check, describe) : null }
  return check.basis === 'field'
    ? judgeFieldTimes(check.field ?? '', agreed, input, rules)
    : judgeDeliveryTime(check.basis, agreed, input, rules)
}

/** Every item counts: the delivery is complete when its last part has arrived. */
function judgeDeliveryTime(
  basis: 'received_at' | 'source_timestamp',
  { limit, claim }: Agreed,
  input: CheckInput,
  rules: ValueRules,
): CheckResult {
  if (input.items.length === 0) return wrongEvidenceType('an item with a time')
  let latest: Instant | null = null
  for (const item of input.items) {
    const at = rules.parseInstant(basis === 'received_at' ? item.receivedAt : item.observedAt)
    if (at === null) return undecided('no_timestamp', 'an item of the delivery has no such time')
    if (latest === null || compareInstants(at, latest) > 0) latest = at
  }
  if (latest === null || compareInstants(latest, limit) <= 0)
    return gatePassed(claim ?? 'delivered by the deadline')
  const seconds = secondsBetween(limit, latest)
  const late = claim === null ? `${seconds} second${seconds === 1 ? '' : 's'}` : durationWords(limit, latest)
  const finding = `${basis === 'received_at' || claim === null ? 'delivered' : 'observed'} ${late} after the deadline`
  return gateFailed('late', claim === null ? finding : besideClaim(finding, claim))
}

function judgeFieldTimes(
  field: string,
  { limit, claim }: Agreed,
  input: CheckInput,
  rules: ValueRules,
): CheckResult {
  const read = fieldReader(field)
  const withoutTime = uncertainRow('no_timestamp', field)
  return judgeRows(
    input,
    (row) => {
      const at = readTrimmed(read(row), rules.parseInstant, rules)
      if (at === null) return withoutTime
      if (compareInstants(at, limit) <= 0) return null
      return {
        verdict: rowFailed,
        reasons: [{ code: 'late', field, seconds_late: secondsBetween(limit, at) }],
      }
    },
    ({ total, passed }) =>
      claim === null
        ? `${rowsThatAre(passed, total)} within the deadline by ${field}`
        : holdsInRows(claim, { passed, total }),
  )
}
