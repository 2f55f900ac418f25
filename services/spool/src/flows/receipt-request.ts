import type { CommandInput, issueReceipt } from '@outturn/contracts'
import type { SpoolDeps } from '../deps.ts'
import { issueRequest, type ReceiptFacts, type RecordedRun } from '../domain/receipts/receipt-body.ts'
import { isRunOfEpoch } from './run-epoch.ts'
import type { FrozenRun } from './runs/frozen-run.ts'

/** What the signer is asked for the receipt of a recorded run. */
export function receiptRequest(
  { slug, hashes }: Pick<SpoolDeps, 'slug' | 'hashes'>,
  { spool, salt, process }: Pick<FrozenRun, 'spool' | 'salt' | 'process'>,
  recorded: RecordedRun,
  {
    issuedAt,
    correction,
    recoveryEpoch,
  }: Pick<ReceiptFacts, 'issuedAt' | 'correction'> & {
    /** The epoch that it is now. */
    recoveryEpoch: number
  },
): CommandInput<typeof issueReceipt> {
  const request = issueRequest(spool, recorded, {
    slug,
    issuedAt,
    correction,
    nonce: process.nonce,
    history: process.history,
    attempt: process.request.kind === 'delivery' ? 1 : process.request.attempt,
    pseudonymOf: (party) => hashes.pseudonym(salt, party.partyId),
  })
  return isRunOfEpoch(process, recoveryEpoch) && recoveryEpoch > 0 ? { ...request, recoveryEpoch } : request
}
