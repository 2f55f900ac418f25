import type { JsonObject, JsonValue } from '@outturn/canonical'
import type { CheckInput } from '../check-input.ts'
import type { CheckResult, RowFinding, UnitReason } from '../check-result.ts'
import { type DeterministicCheck, withDefaults } from '../checkers.ts'
import { heldDigest } from '../checkers/hash-matches.ts'
import { pathDefaults, readsText, rowsJudged } from '../paths/path-check.ts'
import { compareInstants, parseInstant } from '../values/instant.ts'
import { fieldReader } from '../values/row-field.ts'
import { latestJson, textsOf, urlsOf } from '../values/held-content.ts'
import type { ValueRules } from '../value-rules.ts'
import { rowCountOf } from '../sentence.ts'
import { namesOf, nearField } from './near-field.ts'
import { type ReadPlace, placeOf, tokensOf } from './read-place.ts'
import { seenNote } from './seen-note.ts'
import { shownText } from './shown-value.ts'

/** What a checker saw where it found one fault: for people, and part of no digest. */
export interface Sighting {
  readonly code: string
  readonly field: string | null
  /** The first rows that have the fault, from 1; empty where it is of the delivery as a whole. */
  readonly rows: readonly number[]
  /** How many have it. */
  readonly rowCount: number
  /** Whether no row has the field at all. */
  readonly isNowhere: boolean
  /** How the field is or, led by `perhaps`, may be called there instead, or which fields there are; null where nothing is to be said of it. */
  readonly near: string | null
  /** What those rows have there, each as a clause. */
  readonly notes: readonly string[]
}

const sightedRows = 5
const sightedFaults = 8
const namedFields = 8

type Group = { reason: UnitReason; indexes: number[]; unitsRepeated: (number | undefined)[]; count: number }

/** What was seen where a check was not met: the first rows of each fault with what they have. `rowNumber` is 0 for a row that is no unit's. */
export function sightingsOf(
  checkAsAgreed: DeterministicCheck,
  result: CheckResult,
  input: CheckInput,
  rules: ValueRules,
  rowNumber: (index: number) => number = (index) => index + 1,
): Sighting[] {
  const check = withDefaults(checkAsAgreed)
  const judged = result.kind === 'gate' && result.rows !== undefined ? result.rows : result
  if (judged.kind !== 'rows') return wholeSighting(check, judged, input, rules)
  const rows = input.rows ?? []
  return [...groupsOf(judged.findings).values()].slice(0, sightedFaults).map((group) => {
    const { code, field = null } = group.reason
    const place = placeOf(check, field, rules)
    const shown = group.indexes.flatMap((index, at) => {
      const row = rows[index]
      const number = rowNumber(index)
      return row === undefined || number === 0 ? [] : [{ row, number, repeated: group.unitsRepeated[at] }]
    })
    const isNowhere = place.path !== null && rows.every((row) => place.read(row) === undefined)
    const lacking = shown.map(({ row }) => row).filter((row) => place.read(row) === undefined)
    return {
      code,
      field: field ?? place.name,
      rows: shown.map(({ number }) => number),
      rowCount: group.count,
      isNowhere,
      near: nearNote(place, isNowhere ? rows : lacking, isNowhere, hasHeaders(input)),
      notes: isNowhere
        ? []
        : shown.flatMap(({ row, number, repeated }) => {
            const value = place.read(row)
            const note = seenNote(check, code, value, {
              rules,
              repeated,
              observations: input.observations,
              subject: row,
            })
            if (note !== null) return [`row ${number} has ${note}`]
            // Beside rows whose value is wrong, one without any is told apart.
            return value === undefined && lacking.length < shown.length
              ? [`row ${number} does not have it`]
              : []
          }),
    }
  })
}

/** By fault and field, in the order of the rows. */
function groupsOf(findings: ReadonlyMap<number, RowFinding>): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const [index, { reasons }] of findings) {
    for (const reason of reasons) {
      const key = `${reason.code} ${reason.field ?? ''}`
      const group = groups.get(key) ?? { reason, indexes: [], unitsRepeated: [], count: 0 }
      group.count += 1
      if (group.indexes.length < sightedRows) {
        group.indexes.push(index)
        group.unitsRepeated.push(reason.unit)
      }
      groups.set(key, group)
    }
  }
  return groups
}

/** Whether the members of rows stand in the order of columns; those of JSON have none. */
function hasHeaders({ items }: CheckInput): boolean {
  return items.every(({ content }) => content.kind === 'bytes' && content.dialect !== undefined)
}

/** Whether no row has a field, and what it may be called there instead. */
export function nearFieldIn(
  field: string,
  rows: readonly JsonObject[],
): { readonly isNowhere: boolean; readonly near: string | null } {
  const read = fieldReader(field)
  const isNowhere = rows.every((row) => read(row) === undefined)
  return { isNowhere, near: isNowhere ? nearNote({ name: field, path: tokensOf(field) }, rows, true) : null }
}

function nearNote(
  { path, name }: Pick<ReadPlace, 'path' | 'name'>,
  rows: readonly JsonObject[],
  isNowhere: boolean,
  isOrdered = false,
): string | null {
  if (path === null || name === null || rows.length === 0) return null
  const near = nearField(path, rows)
  if (near !== null) {
    const [inner = '', ...outer] = near.path.toReversed()
    const where = outer.length === 0 ? '' : ` inside ${outer.toReversed().map(shownText).join(' of ')}`
    const isMoved = near.differences.every((each) => each === 'nesting') && outer.length > 0
    const how = isMoved ? '' : `, which differs in ${listed(near.differences)}`
    return `${near.isSame ? '' : 'perhaps '}${shownText(inner)}${where}${how}`
  }
  if (!isNowhere) return null
  const names = isOrdered ? namesOf(rows) : namesOf(rows).toSorted()
  if (names.length === 0) return null
  const more = names.length > namedFields ? ` and ${names.length - namedFields} more` : ''
  return `only ${names.slice(0, namedFields).map(shownText).join(', ')}${more}`
}

/** Of a fault of the delivery as a whole: the value of a document or a link, where there is one. */
function wholeSighting(
  check: DeterministicCheck,
  result: Exclude<CheckResult, { kind: 'rows' }>,
  input: CheckInput,
  rules: ValueRules,
): Sighting[] {
  if (result.code === null) return []
  const code = result.code
  const place = placeOf(check, null, rules)
  const value = wholeValue(check, result, input, place, rules)
  const isCount = code === 'missing_row' || code === 'surplus_rows'
  const note =
    isCount && input.rows !== null
      ? rowCountOf(input.rows.length)
      : value === undefined
        ? null
        : seenNote(check, code, value, {
            rules,
            repeated: undefined,
            observations: input.observations,
            subject: documentOf(check, input, rules),
          })
  const document = documentOf(check, input, rules)
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  const near = code === 'path_not_found' && isObject ? nearNote(place, [document as JsonObject], true) : null
  if (note === null && near === null) return []
  return [
    {
      code,
      field: place.name,
      rows: [],
      rowCount: 0,
      isNowhere: false,
      near,
      notes: note === null ? [] : [`${wholeSubject(check, isCount)} ${note}`],
    },
  ]
}

function wholeSubject({ checker }: DeterministicCheck, isCount: boolean): string {
  if (isCount) return 'the delivery has'
  return checker === 'deadline_met' ? 'the delivery is of' : 'it has'
}

/** What a check of a path judges as a whole. */
function documentOf(check: DeterministicCheck, input: CheckInput, rules: ValueRules): JsonValue | undefined {
  if (check.checker !== 'json_path') return undefined
  const complete = { ...pathDefaults, ...check }
  if (readsText(complete)) return textsOf(input.items).at(-1)
  return rowsJudged(complete, input, rules) ?? latestJson(input.items)
}

function wholeValue(
  check: DeterministicCheck,
  result: { readonly code: string | null },
  input: CheckInput,
  place: ReadPlace,
  rules: ValueRules,
): JsonValue | undefined {
  switch (check.checker) {
    case 'url_format':
      return urlsOf(input.items).at(-1)
    case 'http_status':
      return check.url
    case 'json_path': {
      const document = documentOf(check, input, rules)
      return document === undefined ? undefined : place.read(document)
    }
    case 'hash_matches':
      return check.field === undefined && result.code === 'hash_mismatch'
        ? heldDigest({ algorithm: 'sha256', over: 'content', ...check }, input)
        : undefined
    case 'text_contains':
      return result.code === 'text_not_found' ? textsOf(input.items).at(-1) : undefined
    case 'deadline_met':
      return input.items
        .flatMap((item) => (check.basis === 'source_timestamp' ? (item.observedAt ?? []) : [item.receivedAt]))
        .toSorted(byInstant)
        .at(-1)
    default:
      return undefined
  }
}

function byInstant(a: string, b: string): number {
  const [left, right] = [parseInstant(a), parseInstant(b)]
  return left === null || right === null ? 0 : compareInstants(left, right)
}

/** Things in which names differ; each may hold commas of its own. */
function listed(differences: readonly string[]): string {
  const [last = '', ...before] = differences.toReversed()
  if (before.length === 0) return last
  return `${before.toReversed().join(', in ')}${before.length > 1 ? ',' : ''} and in ${last}`
}
