import { type Principal, Refusal, type SpoolView } from '@outturn/contracts'
import { decisionAuthorityOf, type Evidence, type Party, type Spool } from './spool.ts'
import { allowedActionsOf, flagsOf, nextStepOf, type Viewer } from './standing.ts'

/** The party that a caller acts for, or null when the caller is none of them. */
export function partyOf(spool: Spool, principal: Principal): Party | null {
  if (principal.kind !== 'account' && principal.kind !== 'sandbox') return null
  if (principal.kind === 'account' && principal.spoolId !== undefined && principal.spoolId !== spool.id)
    return null
  return spool.agreement.parties.find((party) => party.accountId === principal.accountId) ?? null
}

/** Refuses a caller that is no party: what it may not see does not exist. */
export function refuseStrangers(spool: Spool | null, principal: Principal): { spool: Spool; party: Party } {
  const party = spool === null ? null : partyOf(spool, principal)
  if (spool === null || party === null) throw new Refusal('spool_not_found', 'There is no such Spool.')
  return { spool, party }
}

export function viewerOf(spool: Spool, party: Party | null, principal: Principal): Viewer {
  const scope =
    principal.kind === 'account' ? principal.scope : principal.kind === 'sandbox' ? 'full' : 'none'
  return {
    role: party?.role ?? null,
    isCreator: party !== null && party.accountId === spool.accountId,
    scope,
  }
}

function evidenceView(item: Evidence): SpoolView['evidence'][number] {
  return {
    id: item.id,
    condition_id: item.conditionId ?? '',
    type: item.type,
    source: item.source,
    claim_class: item.claimClass,
    on_behalf_of: item.onBehalfOf,
    provenance: item.provenanceDetail,
    content_digest: item.contentDigest,
    bytes: item.bytes,
    received_at: item.receivedAt,
  }
}

/** The canonical Spool as a party sees it now. */
export function toSpoolView(
  spool: Spool,
  evidence: readonly Evidence[],
  principal: Principal,
  now: Date,
): SpoolView {
  const { agreement, standing } = spool
  const party = partyOf(spool, principal)
  const flags = flagsOf(spool, now)
  const required = agreement.conditions.filter((condition) => condition.required)
  const byMethod: Record<string, number> = {}
  for (const { verification_method: method } of agreement.conditions)
    byMethod[method] = (byMethod[method] ?? 0) + 1
  const nonExecutable = agreement.conditions
    .filter((c) => c.verification_method !== 'deterministic')
    .map((c) => c.id)
  const { lastRun } = standing
  return {
    id: spool.id,
    share_id: spool.shareId,
    version: spool.version,
    environment: spool.environment,
    type: agreement.type,
    created_at: spool.createdAt,
    updated_at: spool.updatedAt,
    status: standing.status,
    status_reason: standing.statusReason,
    agreement: {
      mode: agreement.mode,
      version: agreement.version,
      agreement_hash: agreement.agreementHash,
      plan_hash: agreement.planHash,
      acceptance: standing.acceptance,
    },
    parties: agreement.parties.map((each) => ({
      party_id: each.partyId,
      role: each.role,
      kind: each.kind,
      display_name: each.displayName,
      assigned: each.accountId !== null,
      is_caller: each.partyId === party?.partyId,
    })),
    value: agreement.value,
    deliverable: agreement.deliverable,
    terms: agreement.terms,
    conditions: agreement.conditions.map((condition) => ({
      ...condition,
      evidence_requirements: [],
      last_result: standing.lastResults[condition.id] ?? null,
    })),
    unitization: agreement.unitization as SpoolView['unitization'],
    economics: {
      ...agreement.economics,
      allowed_actions: allowedActionsOf(spool, viewerOf(spool, party, principal), flags),
    },
    evidence: evidence.map(evidenceView),
    ...flags,
    next_step: nextStepOf(spool, flags),
    decision_authority: decisionAuthorityOf(agreement.conditions),
    verification_summary: {
      conditions: agreement.conditions.length,
      required: required.length,
      by_method: byMethod,
      executable: agreement.conditions.length - nonExecutable.length,
      non_executable: nonExecutable,
      unitized: agreement.unitization !== null,
      runs: standing.runs,
      last_run:
        lastRun === null
          ? null
          : { run_id: lastRun.runId, result: lastRun.result, at: lastRun.at, receipt_id: lastRun.receiptId },
    },
    ...(typeof lastRun?.hint === 'string' && { corrective_hint: lastRun.hint }),
    latest_receipt_id: standing.latestReceiptId,
    open_disputes: [],
    open_discrepancies: 0,
    finality: agreement.finality,
    dispute_policy: agreement.disputePolicy,
    gated_action: null,
    gated_action_note: null,
    pricing_quote: null,
  }
}
