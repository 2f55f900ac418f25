import type { RunOutcome } from '@outturn/checkers'
import type { CommandInput, issueReceipt } from '@outturn/contracts'
import { decisionAuthorityOf, type Party, type Spool } from './spool.ts'

export type ReceiptFacts = {
  slug: string
  issuedAt: string
  nonce: string
  /** Pseudonym of a party: stable within the Spool, meaningless outside it. */
  pseudonymOf: (party: Party) => string
}

function payerOf(spool: Spool): Party {
  return spool.agreement.parties.find((party) => party.role === 'buyer' || party.role === 'client') as Party
}

function providerOf(spool: Spool): Party {
  return spool.agreement.parties.find(
    (party) => party.role === 'seller' || party.role === 'provider',
  ) as Party
}

/**
 * The receipt before its id and signature. It is a function of rows that are already committed (the agreement, the run
 * record, the nonce of the process), so however often it is built, it is the same.
 */
export function receiptBody(spool: Spool, outcome: RunOutcome, facts: ReceiptFacts): Record<string, unknown> {
  const { agreement, standing } = spool
  const subject = (party: Party) => `${facts.slug}:party:${facts.pseudonymOf(party)}`
  const payer = payerOf(spool)
  const provider = providerOf(spool)
  return {
    schema: `${facts.slug}/outcome-receipt@1`,
    environment: spool.environment,
    agreement: {
      spool_id: spool.id,
      agreement_version: agreement.version,
      agreement_hash: agreement.agreementHash,
      acceptance: standing.acceptance,
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
      attempt: standing.runs + 1,
    },
    evidence_root: outcome.evidenceRoot,
    evidence: outcome.evidence,
    condition_results: outcome.conditionResults,
    result: outcome.result,
    units: outcome.units,
    amounts: outcome.amounts,
    actors: {
      payer: { subject: subject(payer), kind: payer.kind },
      provider: { subject: subject(provider), kind: provider.kind },
    },
    issued_at: facts.issuedAt,
    nonce: facts.nonce,
    algorithm: 'Ed25519',
  }
}

/** What the signer is asked for one run: the receipt and the lower-level attestation of the same verdict. */
export function issueRequest(
  spool: Spool,
  outcome: RunOutcome,
  facts: ReceiptFacts,
): CommandInput<typeof issueReceipt> {
  const { plan, parties } = spool.agreement
  return {
    runId: outcome.runId,
    spoolId: spool.id,
    visibleTo: parties.flatMap((party) => (party.accountId === null ? [] : [party.accountId])),
    issuedAt: facts.issuedAt,
    body: receiptBody(spool, outcome, facts),
    detached: outcome.unitResults === null ? {} : { unit_results: outcome.unitResults },
    attestation: {
      compilationVersion: plan.compiler_version,
      verificationPlanVersion: plan.plan_version,
      result: outcome.result,
      approvedAmount: outcome.amounts.earned,
      maximumAmount: outcome.amounts.committed,
      assetOrCurrency: outcome.amounts.asset,
      payerPartyId: payerOf(spool).partyId,
      providerPartyId: providerOf(spool).partyId,
      conditionResults: outcome.conditionResults.map((condition) => ({
        conditionId: condition.condition_id,
        result: condition.result,
        method: condition.method,
        requirement: condition.requirement,
      })),
      evidenceDigest: `sha256:${outcome.evidenceRoot}`,
    },
  }
}
