// docs/spec/receipt.md: forms that the receipt shares with attestations and policies.
import { id, oneOf } from './forms.mjs'

export const conditionId = id('cond')
export const requirement = oneOf('mandatory', 'optional')
export const result = oneOf('pass', 'partial', 'fail', 'uncertain')
export const conditionOutcome = oneOf(
  'pass',
  'partial',
  'fail',
  'uncertain',
  'not_evaluated',
  'not_applicable',
)
export const environment = oneOf('production', 'demo')
