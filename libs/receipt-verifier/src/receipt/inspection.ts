import type { CryptoSuite } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import type { Agreement } from '../preimages/agreement-preimage.ts'
import type { SignerFindings } from '../keys/signer-findings.ts'
import type { TrustSet } from '../keys/trust-set.ts'
import type { LogInclusion } from '../log/log-inclusion.ts'
import type { StatusFindings } from '../status/status-findings.ts'
import type { OutcomeReceipt } from './outcome-receipt.ts'

/** What the caller of a verification expects of a receipt and trusts. */
export interface Expectations {
  readonly trustSet: TrustSet
  /** Accepted schema ids. */
  readonly schemas: readonly string[]
  readonly environment: Environment
  /** The agreement in full, when the caller holds it. */
  readonly agreement: Agreement | undefined
  readonly suite: CryptoSuite
}

/** A well-formed receipt under inspection: all that its checks may look at. */
export interface Inspection extends Expectations {
  readonly receipt: OutcomeReceipt
  /** The service that the receipt's schema id names. */
  readonly slug: string
  readonly signer: SignerFindings
  readonly status: StatusFindings
  readonly logInclusion: LogInclusion
  /** The key document is old, or does not say how old it is. */
  readonly isKeyDocumentStale: boolean
}
