import type { DeterministicCheck } from '@outturn/checkers'
import { type PolicyAmount, readAmount } from '../amounts/amount-forms.ts'
import type { Circumstances } from '../outcome.ts'
import { compileText } from '../read-text.ts'
import { leadAt } from './leads.ts'

/** What one exact statement says: a condition with its one check, or an amount. */
export type Statement =
  | {
      readonly kind: 'condition'
      readonly check: DeterministicCheck
      readonly description: string
      readonly required: boolean
    }
  | { readonly kind: 'amount'; readonly amount: PolicyAmount }

/** What a text says that is exact from its first word to its last: an amount, or checks; null when it is anything else. */
export function readStatements(text: string, circumstances: Circumstances): readonly Statement[] | null {
  const { end } = leadAt(text, 0)
  const amount = readAmount(text) ?? readAmount(text.slice(end))
  if (amount !== null) return [{ kind: 'amount', amount }]
  const checks = compileText(text, circumstances)
  return checks === null
    ? null
    : checks.map(({ check, description, required }) => ({ kind: 'condition', check, description, required }))
}
