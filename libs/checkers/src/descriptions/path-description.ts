import type { PathCheck } from '../paths/path-check.ts'
import type { RowFilter } from '../paths/row-filter.ts'
import { shareWords } from '../shares.ts'
import {
  amountWords,
  fieldRelation,
  numberRelation,
  relationWords,
  timeRelation,
} from './comparison-words.ts'
import { columnOfPath, fieldOfPath, fieldOrPath, fieldsOfPath, listedFields } from './path-subject.ts'
import { quoted, shownJson } from './quoted.ts'

/** A path check as a sentence: the field and what is said of it, the rows that are meant before it, and the share of them. */
export function describePathCheck(check: PathCheck): string {
  return describePath(check, false)
}

/** What is said of one row, which a field names whatever is said of it: `"employees" is an integer`. */
export function describeForRow(check: PathCheck): string {
  return describePath({ ...check, scope: 'row' }, true)
}

function describePath(check: PathCheck, isOfOneRow: boolean): string {
  const clause =
    check.aggregate === undefined ? describeValues(check, isOfOneRow) : describeAggregate(check, isOfOneRow)
  const missing =
    check.when_missing === 'pass' ? (check.measure === undefined ? ' or empty' : ' or is empty') : ''
  const meant = check.where === undefined ? '' : `if ${filterWords(check.where)} then `
  const share = check.min_share_bp === undefined ? '' : `${shareWords(check)} of rows: `
  return `${share}${meant}${clause}${missing}`
}

/** `"country" is "US"`: which rows are meant. */
export function filterWords({ path, operator, value }: RowFilter): string {
  const field = isSaidOfFields(operator, value) ? fieldOfPath(path) : null
  return `${field === null ? path : quoted(field)} ${relationWords(operator, value)}`
}

/** Of a field these are said of its content, as those of other checkers are; of a path they are said of what it selects. */
const ofPathsAlone: readonly string[] = ['exists', 'not_exists', 'contains', 'type', 'count_equals']

function isSaidOfFields(operator: string, value: unknown): boolean {
  return !ofPathsAlone.includes(operator) && value !== null
}

function describeValues(check: PathCheck, isOfOneRow: boolean): string {
  const { path, scope, operator, value, value_path: other, as, measure, quantifier, partial } = check
  const isOfField =
    scope === 'row' &&
    quantifier === 'all' &&
    (measure !== undefined || isSaidOfFields(operator, value) || (isOfOneRow && operator !== 'count_equals'))
  const field = isOfField ? fieldOfPath(path) : null
  const any = quantifier === 'any' ? 'any of ' : ''
  const subject = field === null ? `${any}${path}` : quoted(field)
  const tail = field === null && !isOfOneRow ? scopeWords(scope) : ''
  if (measure !== undefined) return describeLength(check, subject, tail)
  const otherWords = other === undefined ? null : otherPlace(other, field !== null)
  if (as !== undefined) return `${subject} ${timeRelation(operator, value, otherWords)}${tail}`
  if (otherWords !== null) return `${subject} ${fieldRelation(operator, otherWords)}${tail}`
  return `${subject} ${relationWords(operator, value, partial)}${tail}`
}

function otherPlace(path: string, isOfField: boolean): string {
  return isOfField ? fieldOrPath(path) : path
}

function scopeWords(scope: PathCheck['scope']): string {
  return scope === undefined ? '' : scope === 'row' ? ' in every row' : ' in the document'
}

function describeLength(check: PathCheck, subject: string, tail: string): string {
  const { measure = 'characters', operator, value, value_path: other, min, max, scope } = check
  const isText = check.path === '$' && scope !== 'row' && measure !== 'items'
  const [whose, where] = isText ? ['the text', ''] : [subject, tail]
  if (other !== undefined) {
    const shown = otherPlace(other, !whose.startsWith('$'))
    return `the number of ${measure} in ${whose} ${numberRelation(operator, shown)}${where}`
  }
  const noun = nounFor(measure, min === max ? (min ?? value) : (max ?? min))
  if (min !== undefined && max !== undefined) {
    return min === max
      ? `${whose} has exactly ${max} ${noun}${where}`
      : `${whose} has ${min} to ${max} ${noun}${where}`
  }
  if (min !== undefined) return `${whose} has at least ${min} ${noun}${where}`
  if (max !== undefined) return `${whose} has at most ${max} ${noun}${where}`
  if (operator === 'not_equals')
    return `${whose} does not have exactly ${shownJson(value ?? 0)} ${noun}${where}`
  return `${whose} has ${amountWords(operator, value ?? 0, noun)}${where}`
}

function nounFor(measure: string, count: unknown): string {
  return count === 1 ? measure.slice(0, -1) : measure
}

const aggregateWords = {
  sum: 'the sum of',
  mean: 'the mean of',
  min: 'the least of all values of',
  max: 'the greatest of all values of',
  count: 'the number of values of',
  distinct: 'the number of distinct values of',
} as const satisfies Record<NonNullable<PathCheck['aggregate']>, string>

function describeAggregate(check: PathCheck, isOfOneRow: boolean): string {
  const { aggregate = 'sum', path, scope, operator, value, value_path: other } = check
  const isRow = scope === 'row'
  const fields = isRow ? fieldsOfPath(path) : null
  if (isPlainSum(check) && fields !== null && other !== undefined) {
    return `${fieldOrPath(other)} equals ${fields.map(quoted).join(' plus ')}`
  }
  const column = isRow ? null : columnOfPath(path)
  const whose = fields !== null ? listedFields(fields) : column !== null ? quoted(column) : path
  const where = column !== null || isOfOneRow ? '' : isRow ? ' in every row' : ' in the document'
  const bound = other === undefined ? shownJson(value ?? 0) : otherPlace(other, isRow)
  return `${aggregateWords[aggregate]} ${whose}${where} ${numberRelation(operator, bound)}`
}

/** `"total" equals "net" plus "tax"` is said of a sum of two fields or more that is another field of the row. */
function isPlainSum({ aggregate, operator, path, value_path: other }: PathCheck): boolean {
  const fields = fieldsOfPath(path)
  return (
    aggregate === 'sum' &&
    operator === 'equals' &&
    other !== undefined &&
    fields !== null &&
    fields.length > 1 &&
    fieldOfPath(other) !== null
  )
}
