import type { ConditionSighting } from '@outturn/agreement'
import type { CauseCode } from '@outturn/vocabulary'
import type { Finding } from './finding.ts'
import { conditionName, fieldName, rowList } from './finding-words.ts'

/** Causes that mean another thing where no row has the field. */
const causesOfAbsence: readonly string[] = [
  'missing_field',
  'missing_key',
  'duplicate_of',
  'invalid_url',
  'path_not_found',
  'text_not_found',
  'hash_mismatch',
  'no_timestamp',
] satisfies CauseCode[]

/** Whether a finding stands for a field that no row has. */
export function isAbsentField({ cause, sighting }: Finding): boolean {
  return sighting?.is_nowhere === true && causesOfAbsence.includes(cause)
}

/** No row has the field: it is called otherwise, or is not there at all. */
export function absentFieldFix(finding: Finding, { near }: ConditionSighting, seesEvidence: boolean): string {
  const field = fieldName(finding)
  const name = conditionName(finding)
  // Where a condition is about some of the rows, only they need it.
  const { deterministic_check: check } = finding.condition
  const isOfSome = check !== undefined && 'where' in check && check.where !== undefined
  const rows = isOfSome ? rowList(finding, 'every row') : 'every row'
  const add = `add ${field} to ${rows} for ${name}: no row has it`
  if (!seesEvidence || near === null) return add
  if (near.startsWith('only ')) return `${add}, ${near}`
  if (near.startsWith('perhaps ')) {
    return `${add}; if ${near.slice('perhaps '.length)}, is the same, rename it to ${field}`
  }
  const what = near.includes(', which') ? `${near},` : near
  return `${near.includes(' inside ') ? 'move' : 'rename'} ${what} to ${field} in ${rows} for ${name}: no row has ${field}`
}
