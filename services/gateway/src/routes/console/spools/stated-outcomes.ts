import { type SpoolView, unprocessable } from '@outturn/contracts'
import { numbersOf } from '../../../console/pages/spools/plain-conditions.ts'

/** The conditions that passed and failed, by the numbers that the form has. */
export function outcomesOf(
  { passed, failed }: Readonly<Record<'failed' | 'passed', string>>,
  { conditions }: Pick<SpoolView, 'conditions'>,
) {
  const named = (text: string, outcome: 'failed' | 'passed') => {
    const ids = numbersOf(text)?.map((number) => conditions[number - 1]?.id)
    if (ids === undefined || ids.includes(undefined)) {
      throw unprocessable(outcome, `Name conditions by their numbers, from 1 to ${conditions.length}.`)
    }
    return ids.map((condition_id) => ({ condition_id, outcome }))
  }
  return [...named(passed, 'passed'), ...named(failed, 'failed')]
}
