export { type CheckInput, isDigestOnly, type UnitCounts } from './check-input.ts'
export {
  type CheckResult,
  keptReasons,
  rowFailed,
  rowPassed,
  type RowsResult,
  type RowTally,
  rowUncertain,
  tally,
  type UnitReason,
} from './check-result.ts'
export {
  appliesPerUnit,
  checkerFor,
  checkerNames,
  checkers,
  checkerVersion,
  describeCheck,
  DeterministicCheck,
  findParameterProblem,
  judgedPartOf,
  prefersRows,
  readsAllContent,
  needsNetwork,
  observationOf,
  runCheck,
  stepsToFindProblem,
  workOf,
  type CheckerName,
} from './checkers.ts'
export { observableUrl } from './checkers/http-status.ts'
export { stepsOfCompiling } from './engines/linear-pattern.ts'
export { StepBudget, stepsPerRun } from './engines/step-budget.ts'
export type { EvidenceSize, JudgedPart, ParameterProblem } from './define-checker.ts'
export type { UrlObservation } from './define-checker.ts'
export { problemWords } from './parameters.ts'
export { rowCountOf } from './sentence.ts'
export { columnsRead, memberAt } from './sightings/read-place.ts'
export { namesOfPath } from './paths/path-steps.ts'
export { shareWords } from './shares.ts'
export { shownNumber, shownText, shownValue } from './sightings/shown-value.ts'
export { nearFieldIn, type Sighting, sightingsOf } from './sightings/sightings.ts'
export {
  type AddressBlock,
  isDialable,
  isSameAddress,
  parseAddressBlocks,
} from './values/dialable-address.ts'
export { decodeBase64 } from './values/base64.ts'
export { isCsv, isRowsOfJson } from './forms/media-types.ts'
export { findRowNameFault } from './tables/column-names.ts'
export { unlistedRows } from './forms/unlisted-rows.ts'
export { type NearMember, nearMember } from './forms/near-member.ts'
export { delimiters, delimiterNames } from './tables/delimiters.ts'
export {
  type FileReading,
  jsonProblem,
  type Pause,
  readTableFile,
  readWorkbookFile,
  rowsOfFile,
  rowsOfTable,
  sheetOfNoWorkbook,
  type TableDialect,
  type TableReaders,
  textProblem,
  unreadFile,
} from './tables/table-file.ts'
export { type FileProblem, maxFileRows } from './tables/table-problem.ts'
export { charactersOf, heldJson, heldText, isJsonMedia, isTextMedia } from './values/held-content.ts'
export {
  compareInstants,
  type Instant,
  instantText,
  isOlderThan,
  laterBy,
  millisecondFrom,
  millisecondsOf,
  parseInstant,
} from './values/instant.ts'
export { fieldReader } from './values/row-field.ts'
export { earlierRules, rulesOf2, rulesOf3, rulesOf31 } from './earlier-rules.ts'
export { rulesOfVersion, rulesVersions } from './rules-versions.ts'
export { comparedValue, currentRules, isBlank, type ValueRules } from './value-rules.ts'
export { isPublicHost } from './checkers/url-format.ts'
export { isLoopbackUrl } from './values/loopback-url.ts'
