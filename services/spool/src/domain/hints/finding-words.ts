import { namesOfPath, shownText } from '@outturn/checkers'
import type { Condition } from '../model/spool.ts'
import type { Finding } from './finding.ts'

const longestName = 80

/** The condition by its description, which its parties know it by. */
export function conditionName({ condition: { description } }: Pick<Finding, 'condition'>): string {
  const text = description.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')
  return `“${text.length > longestName ? `${text.slice(0, longestName)}…` : text}”`
}

/** The conditions that were given different content. */
export function givenConditions(finding: Finding): string {
  return (finding.given ?? [conditionName(finding)]).join(', ')
}

/** A name as it stands in a sentence: in quotes where a reader could not tell where it ends. */
export function shownName(name: string): string {
  return /^[!-~]+(?: [!-~]+)*$/.test(name) ? name : shownText(name)
}

/** The field, fields or path that the check reads. */
export function fieldName(finding: Finding): string {
  const { condition, field, sighting } = finding
  const { deterministic_check: check } = condition
  const known = columnName(finding) ?? field ?? sighting?.field ?? checkedField(condition)
  if (known !== null) return shownName(known)
  if (check?.checker === 'completeness') return check.required_fields.map(shownName).join(', ')
  return check?.checker === 'duplicate_rate' ? check.key_fields.map(shownName).join(' and ') : 'field'
}

/** `rows 2, 4 and 7 more`, or the words for the delivery as a whole. */
export function rowList({ units, unitCount }: Finding, whole: string): string {
  if (units.length === 0) return whole
  const first = units.slice(0, 5)
  const more = unitCount - first.length
  return `${unitCount === 1 ? 'row' : 'rows'} ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Where to look: the field of these rows, these rows, or the evidence as a whole. */
export function placeName(finding: Finding): string {
  const { deterministic_check: check } = finding.condition
  if (check?.checker === 'http_status' && check.url !== undefined) return `the agreement, ${check.url},`
  const field = columnName(finding) ?? finding.field ?? checkedField(finding.condition)
  const rows = rowList(finding, '')
  if (field === null) return rows === '' ? 'the evidence' : rows
  const shown = shownName(field)
  return rows === '' ? `${shown.startsWith('$') ? '' : 'the field '}${shown}` : `${shown} of ${rows}`
}

/** The column that a path of one name reads in rows, which their sender knows by that name; null for any other place. */
export function columnName({ condition, field, units, sighting }: Finding): string | null {
  const { deterministic_check: check } = condition
  if (check === undefined || (check.checker !== 'json_path' && !field?.startsWith('$'))) return null
  const path = field ?? (check.checker === 'json_path' ? check.path : '')
  const [, ofAll] = /^\$\[\*\]\['([^'\\]+)'\]$/.exec(path) ?? []
  if (ofAll !== undefined) return ofAll
  const isOfRows = units.length > 0 || (sighting !== null && sighting.rows.length > 0)
  const names = isOfRows ? namesOfPath(path) : null
  return names?.length === 1 ? (names[0] ?? null) : null
}

function checkedField({ deterministic_check: check }: Condition): string | null {
  if (check?.checker === 'json_path') return check.path
  if (check?.checker === 'http_status' && check.url !== undefined) return null
  return check !== undefined && 'field' in check ? (check.field ?? null) : null
}
