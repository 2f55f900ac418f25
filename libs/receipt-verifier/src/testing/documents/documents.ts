import { bundleCases } from './bundle-cases.ts'
import { disputeResultCases } from './dispute-result-cases.ts'
import type { DocumentCase } from './document-case.ts'
import { envelopeCases } from './envelope-cases.ts'
import { historyCases } from './history-cases.ts'
import { quoteCases } from './quote-cases.ts'
import { rootKeyCases } from './root-key-cases.ts'

/** Every case of a document that is no bare receipt, in a fixed order; what is expected is stated by its author. */
export function makeDocumentCases(): DocumentCase[] {
  return [
    ...rootKeyCases(),
    ...historyCases(),
    ...quoteCases(),
    ...disputeResultCases(),
    ...envelopeCases(),
    ...bundleCases(),
  ]
}

/** The file of these cases, as it is published. */
export function documentFile(): string {
  return makeDocumentCases()
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('')
}
