import type { Principal, SpoolView } from '@outturn/contracts'
import { decisionAuthorityOf, type Evidence, type Spool } from './spool.ts'
import { flagsOf, nextStepOf } from './standing.ts'
import { allowedActionsOf, momentOf } from './transitions.ts'
import { viewerOf } from './viewer.ts'

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
  const viewer = viewerOf(spool, principal)
  const { party } = viewer
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
      allowed_actions: allowedActionsOf(momentOf(spool, viewer, now)),
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
