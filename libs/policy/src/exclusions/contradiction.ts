import type { DeterministicCheck } from '@outturn/checkers'

/** Whether no work meets both checks. */
export function contradicts(one: DeterministicCheck, other: DeterministicCheck): boolean {
  if (one.checker === 'row_count' && other.checker === 'row_count') {
    return areApart(boundsOfCount(one), boundsOfCount(other))
  }
  if (one.checker === 'deadline_met' && other.checker === 'deadline_met') {
    return one.field === undefined && other.field === undefined && one.deadline !== other.deadline
  }
  if (one.checker !== 'json_path' || other.checker !== 'json_path') return false
  const isOfSame =
    one.path === other.path &&
    one.measure === other.measure &&
    one.aggregate === other.aggregate &&
    one.where === undefined &&
    other.where === undefined
  if (!isOfSame || one.min_share_bp !== undefined || other.min_share_bp !== undefined) return false
  const [first, second] = [boundsOf(one), boundsOf(other)]
  if (first !== null && second !== null) return areApart(first, second)
  if (one.scope !== 'row' || one.measure !== undefined || one.aggregate !== undefined) return false
  return textsAreApart(one, other)
}

type PathCheck = Extract<DeterministicCheck, { checker: 'json_path' }>

/** Whether no text is one of the values, or of the form, of both checks. */
function textsAreApart(one: PathCheck, other: PathCheck): boolean {
  const [values, otherValues] = [valuesOf(one), valuesOf(other)]
  const [run, otherRun] = [runOf(one), runOf(other)]
  if (values !== null && otherValues !== null) return !values.some((value) => otherValues.includes(value))
  if (values !== null && otherRun !== null) return !values.some((value) => isRun(value, otherRun))
  if (otherValues !== null && run !== null) return !otherValues.some((value) => isRun(value, run))
  if (run === null || otherRun === null) return false
  const isOfOther = run.isDigits !== otherRun.isDigits && !run.isEither && !otherRun.isEither
  const [least, most] = [Math.max(run.least, otherRun.least), Math.min(run.most, otherRun.most)]
  return least > most || (isOfOther && least > 0)
}

/** The texts that a check allows; null where it names none. */
function valuesOf({ operator, value }: PathCheck): readonly string[] | null {
  if (operator === 'equals' && typeof value === 'string') return [value]
  if (operator !== 'in' || !Array.isArray(value)) return null
  const texts = value.filter((one): one is string => typeof one === 'string')
  return texts.length === value.length ? texts : null
}

/** A text of one kind of characters, by their number. */
interface Run {
  readonly isDigits: boolean
  readonly isEither: boolean
  readonly least: number
  readonly most: number
  readonly whole: RegExp
}

/** The patterns that a number of digits or letters is read as, and no other. */
function runOf({ operator, value, when_missing: whenMissing }: PathCheck): Run | null {
  if (operator !== 'matches' || typeof value !== 'string' || whenMissing !== undefined) return null
  const [, letters, least, isRange, most] =
    /^(\\d|\[[A-Za-z0-9-]+\])\{(\d{1,4})(,(\d{0,4}))?\}$/.exec(value) ?? []
  if (letters === undefined) return null
  return {
    isDigits: letters === String.raw`\d`,
    isEither: letters.includes('0-9'),
    least: Number(least),
    most: isRange === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most),
    whole: new RegExp(`^(?:${value})$`),
  }
}

function isRun(value: string, { whole }: Run): boolean {
  return value.length > 4_096 || whole.test(value)
}

interface Bounds {
  readonly from: number
  readonly to: number
  readonly isOpenBelow: boolean
  readonly isOpenAbove: boolean
}

const everything: Bounds = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  isOpenBelow: false,
  isOpenAbove: false,
}

function boundsOfCount(check: Extract<DeterministicCheck, { checker: 'row_count' }>): Bounds {
  const { expected, min, max } = check
  return { ...everything, from: expected ?? min ?? 0, to: expected ?? max ?? Number.POSITIVE_INFINITY }
}

function boundsOf({ operator, value }: Extract<DeterministicCheck, { checker: 'json_path' }>): Bounds | null {
  if (typeof value !== 'number') return null
  switch (operator) {
    case 'equals':
      return { ...everything, from: value, to: value }
    case 'gt':
      return { ...everything, from: value, isOpenBelow: true }
    case 'gte':
      return { ...everything, from: value }
    case 'lt':
      return { ...everything, to: value, isOpenAbove: true }
    case 'lte':
      return { ...everything, to: value }
    default:
      return null
  }
}

function areApart(a: Bounds, b: Bounds): boolean {
  const from = Math.max(a.from, b.from)
  const to = Math.min(a.to, b.to)
  const isOpen =
    (a.from === from && a.isOpenBelow) ||
    (b.from === from && b.isOpenBelow) ||
    (a.to === to && a.isOpenAbove) ||
    (b.to === to && b.isOpenAbove)
  return from > to || (from === to && isOpen)
}
