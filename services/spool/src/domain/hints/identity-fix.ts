import type { ConditionSighting } from '@outturn/agreement'
import { absentFieldFix } from './absent-field.ts'
import type { Finding } from './finding.ts'
import { conditionName, rowList, shownName } from './finding-words.ts'

/** Whether rows were delivered for units that have none: by their identities the rows are of no unit. */
export function isIdentityProblem({ cause, sighting }: Finding): boolean {
  return cause === 'missing_row' && sighting !== null && sighting.field !== null
}

/** The identity column is called otherwise, or rows repeat an identity or have none. */
export function identityFix(finding: Finding, sighting: ConditionSighting, seesEvidence: boolean): string {
  const field = shownName(sighting.field ?? '')
  if (sighting.is_nowhere) {
    const fix = absentFieldFix({ ...finding, field: sighting.field, units: [] }, sighting, seesEvidence)
    return `${fix} (${field} is the identity of a row)`
  }
  const rows = rowList({ ...finding, units: sighting.rows, unitCount: sighting.row_count }, 'each row')
  const lacking = finding.unitCount - sighting.row_count
  const more = lacking > 0 ? ` and add ${lacking} ${lacking === 1 ? 'row' : 'rows'}` : ''
  const own = sighting.row_count === 1 ? 'of its own' : 'of their own'
  const seen = seesEvidence && sighting.notes.length > 0 ? ` (${sighting.notes.join('; ')})` : ''
  return `give ${rows} a ${field} ${own}${more} for ${conditionName(finding)}: ${field} is the identity of a row${seen}`
}
