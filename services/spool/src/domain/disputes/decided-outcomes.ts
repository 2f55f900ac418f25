import { unprocessable } from '@outturn/contracts'
import type { DecidedCondition } from '../model/casework/dispute-state.ts'
import type { Spool } from '../model/spool.ts'

/** Refuses outcomes of conditions that the agreement does not have, and two of one condition. */
export function assertOutcomes(
  outcomes: readonly DecidedCondition[],
  { agreement }: Pick<Spool, 'agreement'>,
  field: string,
): void {
  const ids = outcomes.map(({ conditionId }) => conditionId)
  ids.forEach((id, index) => {
    const place = `${field}[${index}].condition_id`
    if (!agreement.conditions.some((condition) => condition.id === id)) {
      throw unprocessable(place, `The agreement has no condition ${id}.`, {
        remediation: 'Name conditions of this Spool by their ids.',
      })
    }
    if (ids.indexOf(id) < index) {
      throw unprocessable(place, `${field} names ${id} twice.`, { remediation: 'Name each once.' })
    }
  })
}

/** Whether two lists state the same outcomes, in whatever order. */
export function statesSame(one: readonly DecidedCondition[], other: readonly DecidedCondition[]): boolean {
  const stated = new Map(other.map(({ conditionId, outcome }) => [conditionId, outcome]))
  return (
    one.length === other.length &&
    one.every(({ conditionId, outcome }) => stated.get(conditionId) === outcome)
  )
}

/** Nothing was earned: no condition is met. */
export function allFailed({ agreement }: Pick<Spool, 'agreement'>): DecidedCondition[] {
  return agreement.conditions.map(({ id }) => ({ conditionId: id, outcome: 'failed' }))
}
