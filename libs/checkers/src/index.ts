export { refuseBadParameters } from './bad-parameters.ts'
export type { CheckInput, UnitCounts } from './check-input.ts'
export { type CheckerName, checkerNames, type CheckOf, DeterministicCheck } from './check-parameters.ts'
export {
  rowFailed,
  rowPassed,
  type RowsResult,
  type RowTally,
  rowUncertain,
  tally,
  type UnitReason,
} from './check-result.ts'
export { checkerVersion, runCheck } from './checkers.ts'
export { observableUrl } from './checkers/http-status.ts'
export { judgesUnits } from './judges-units.ts'
export { rowCountOf } from './sentence.ts'
export { decodeBase64 } from './values/base64.ts'
export { heldJson, heldText } from './values/held-content.ts'
export { parseInstant } from './values/instant.ts'
export type { JsonObject, JsonValue } from './values/json-value.ts'
export { evenText } from './values/normalised-text.ts'
export { fieldReader, isBlank } from './values/row-field.ts'
export { withDefaults } from './with-defaults.ts'
