import type { RunOutcome } from '@outturn/agreement'
import type { CommandInput, issueReceipt } from '@outturn/contracts'
import { decisionAuthorityOf, type Party, type Spool } from '../model/spool.ts'
import type { Correction } from './supersede-receipt.ts'
import { partyOn } from '../model/viewer.ts'

export type ReceiptFacts = {
  slug: string
  issuedAt: string
  nonce: string
  /** Where the history ended when the run was opened. */
  history: { seq: number; hash: string }
  /** 1 for the first run of the Spool. */
  attempt: number
  /** Of a receipt that replaces another. */
  correction: Correction | null
  /** Pseudonym of a party: stable within the Spool, meaningless outside it. */
  pseudonymOf: (party: Party) => string
}

/**
 * The receipt before its id and signature. It is a function of rows that are already committed (the agreement with its
 * acceptance, the run record, the process), so however often it is built, it is the same.
 */
export function receiptBody(spool: Spool, outcome: RunOutcome, facts: ReceiptFacts): Record<string, unknown> {
  const { agreement, state } = spool
  const subject = (party: Party) => `${facts.slug}:party:${facts.pseudonymOf(party)}`
  const payer = partyOn(spool, 'buyer')
  const provider = partyOn(spool, 'provider')
  const quoteDigest = acceptedQuoteDigest(spool)
  const { declaredIntent, recipe } = agreement
  return {
    schema: `${facts.slug}/outcome-receipt@1`,
    environment: spool.environment,
    agreement: {
      spool_id: spool.id,
      agreement_version: agreement.version,
      agreement_hash: agreement.agreementHash,
      acceptance: state.acceptance,
      ...(quoteDigest !== null && { quote_digest: quoteDigest }),
    },
    verification: {
      plan_version: agreement.plan.plan_version,
      plan_hash: outcome.planHash,
      compiler_version: agreement.plan.compiler_version,
      evidence_policy_version: agreement.plan.evidence_policy_version,
      run_id: outcome.runId,
      run_digest: outcome.runDigest,
      aggregation_policy: agreement.plan.aggregation_policy,
      decision_authority: decisionAuthorityOf(agreement.conditions),
      attempt: facts.attempt,
    },
    evidence_root: outcome.evidenceRoot,
    evidence: outcome.evidence,
    condition_results: outcome.conditionResults,
    result: outcome.result,
    units: outcome.units,
    amounts: outcome.amounts,
    history: facts.history,
    actors: {
      payer: { subject: subject(payer), kind: payer.kind },
      provider: { subject: subject(provider), kind: provider.kind },
    },
    ...(declaredIntent !== undefined && { declared_intent: declaredIntent }),
    ...(recipe !== undefined && { recipe }),
    ...(facts.correction !== null && { supersedes: facts.correction.receiptId }),
    issued_at: facts.issuedAt,
    nonce: facts.nonce,
    algorithm: 'Ed25519',
  }
}

/** The digest of the quote that the acceptance froze; only work of an agent is quoted. */
function acceptedQuoteDigest({ agreement, state }: Spool): string | null {
  return agreement.type === 'agent_task' ? (state.quote?.quote_digest ?? null) : null
}

/** What is recorded of a run; what was found of each unit is passed on to the signer as it is. */
export type RecordedRun = {
  readonly outcome: RunOutcome
  readonly unitResults: CommandInput<typeof issueReceipt>['unitResults']
}

/** What the signer is asked for one run: the receipt and the lower-level attestation of the same verdict. */
export function issueRequest(
  spool: Spool,
  { outcome, unitResults }: RecordedRun,
  facts: ReceiptFacts,
): CommandInput<typeof issueReceipt> {
  const { plan, parties } = spool.agreement
  const provider = partyOn(spool, 'provider')
  return {
    runId: outcome.runId,
    spoolId: spool.id,
    visibleTo: parties.flatMap((party) => (party.accountId === null ? [] : [party.accountId])),
    payerAccountId: partyOn(spool, 'buyer').accountId,
    issuedAt: facts.issuedAt,
    body: receiptBody(spool, outcome, facts),
    ...supersededBy(facts),
    unitResults,
    attestation: {
      compilationVersion: plan.compiler_version,
      verificationPlanVersion: plan.plan_version,
      result: outcome.result,
      approvedAmount: outcome.amounts.earned,
      maximumAmount: outcome.amounts.committed,
      assetOrCurrency: outcome.amounts.asset,
      payerPartyId: partyOn(spool, 'buyer').partyId,
      providerPartyId: provider.partyId,
      conditionResults: outcome.conditionResults.map((condition) => ({
        conditionId: condition.condition_id,
        result: condition.result,
        method: condition.method,
        requirement: condition.requirement,
      })),
      evidenceDigest: `sha256:${outcome.evidenceRoot}`,
      ...(provider.settlementAddress !== undefined && { providerDestination: provider.settlementAddress }),
    },
  }
}

function supersededBy({ correction }: ReceiptFacts): Pick<CommandInput<typeof issueReceipt>, 'supersedes'> {
  if (correction === null) return {}
  const { receiptId, advisory, reason } = correction
  const ofRevoked = reason === 'verified_again' ? 'keep' : 'refuse'
  return { supersedes: { receiptId, advisory, ofRevoked } }
}
