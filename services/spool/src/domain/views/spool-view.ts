import type { Principal, SharedSpool, SpoolView } from '@outturn/contracts'
import { isExecutable } from '../agreement/agreed-conditions.ts'
import { currentQuote } from '../model/current-quote.ts'
import type { Side } from '@outturn/vocabulary'
import { confirmableItems } from '../confirmations/confirmed-evidence.ts'
import {
  type BoundConfirmation,
  type Condition,
  decisionAuthorityOf,
  type Evidence,
  type Party,
  type Spool,
} from '../model/spool.ts'
import { selfAssertedSources } from '../facts/fact-evidence.ts'
import { openDisputes } from '../model/casework/dispute.ts'
import { openReviews } from '../model/casework/review-state.ts'
import { countedTablesNote, unjudgedTablesNote } from './counted-tables.ts'
import { evidenceView } from './evidence-view.ts'
import { currentHint, flagsOf, outstandingCents, overpaidCents, withSightings } from '../lifecycle/flags.ts'
import { nextStepOf } from './next-step.ts'
import { readsAs } from './reads-as.ts'
import { allowedActionsOf, actionContextOf } from '../lifecycle/transitions.ts'
import { type Viewer, viewerOf } from '../model/viewer.ts'

/** The canonical Spool as a party sees it now. A sandbox session is told as whom it acted; without `actorId`, whose view it has. */
export function toSpoolView(
  spool: Spool,
  evidence: readonly Evidence[],
  principal: Principal,
  now: Date,
  actorId?: string,
): SpoolView {
  const viewer = viewerOf(spool, principal)
  const { economics, ...view } = spoolAsSeen(spool, evidence, viewer, now)
  return {
    ...view,
    evidence: seesEvidence(viewer) ? evidence.map((item) => evidenceView(item, viewer, spool.state)) : [],
    economics: {
      ...economics,
      allowed_actions: allowedActionsOf(actionContextOf(spool, viewer, now)),
      ...correctedMoney(spool),
    },
    ...(principal.kind === 'sandbox' && actedAs(spool, actorId ?? viewer.party?.partyId)),
  }
}

function actedAs({ agreement }: Spool, actorId: string | undefined): Pick<SpoolView, 'acted_as'> {
  const actor = agreement.parties.find(({ partyId }) => partyId === actorId)
  return actor === undefined ? {} : { acted_as: { party_id: actor.partyId, role: actor.role } }
}

/** A Spool as every reader with its link sees it. */
export function toSharedSpool(spool: Spool, evidence: readonly Evidence[], now: Date): SharedSpool {
  const stranger: Viewer = { party: null, isCreator: false, scope: 'none', mayMoveMoney: false, sides: [] }
  const { gated_action_note: _, ...view } = spoolAsSeen(spool, evidence, stranger, now)
  const { lastRun } = spool.state
  return {
    ...view,
    terms: view.terms.map(({ text, provenance: { source } }) => ({ text, provenance: { source } })),
    evidence: evidence.map((item) => ({
      condition_id: item.conditionId ?? '',
      type: item.type,
      status: lastRun !== null && item.receivedAt <= lastRun.evidenceUpTo ? 'judged' : 'waiting',
      content_digest: item.contentDigest,
      received_at: item.receivedAt,
    })),
  }
}

/** What a corrected receipt says beside what was settled before it. */
function correctedMoney({
  state,
}: Spool): Pick<SpoolView['economics'], 'outstanding_cents' | 'overpaid_cents'> {
  const [overpaid, outstanding] = [overpaidCents(state), outstandingCents(state)]
  return {
    ...(overpaid > 0 && { overpaid_cents: overpaid }),
    ...(outstanding > 0 && { outstanding_cents: outstanding }),
  }
}

type CommonView = Omit<SpoolView, 'economics' | 'evidence'> & Pick<SharedSpool, 'economics'>

function spoolAsSeen(spool: Spool, evidence: readonly Evidence[], viewer: Viewer, now: Date): CommonView {
  const { agreement, state } = spool
  const flags = flagsOf(spool, now)
  const { hint, next } = guidanceOf(spool, evidence, viewer, now)
  return {
    id: spool.id,
    share_id: spool.shareId,
    version: spool.version,
    environment: spool.environment,
    type: agreement.type,
    created_at: spool.createdAt,
    updated_at: spool.updatedAt,
    status: state.status,
    status_reason: state.statusReason,
    agreement: {
      mode: agreement.mode,
      version: agreement.version,
      agreement_hash: agreement.agreementHash,
      plan_hash: agreement.planHash,
      acceptance: state.acceptance,
    },
    parties: agreement.parties.map((party) => partyView(party, viewer)),
    value: agreement.value,
    deliverable: agreement.deliverable,
    terms: agreement.terms,
    conditions: agreement.conditions.map((condition) => ({
      ...condition,
      ...readsAs(condition),
      evidence_requirements: condition.evidence_requirements ?? [],
      last_result: state.lastResults[condition.id] ?? null,
      ...(viewer.party !== null && confirmationView(condition, spool, evidence)),
    })),
    unitization: agreement.unitization,
    economics: agreement.economics,
    ...flags,
    next_step: seenStep(next, viewer),
    decision_authority: decisionAuthorityOf(agreement.conditions),
    verification_summary: verificationSummary(spool, evidence),
    ...(hint !== null && { corrective_hint: hint }),
    latest_receipt_id: state.latestReceiptId,
    open_disputes: viewer.party === null ? [] : openDisputes(state).map(({ id }) => id),
    open_reviews: viewer.party === null ? [] : openReviews(state).map(({ id }) => id),
    open_discrepancies: viewer.party === null ? 0 : state.discrepancies.open,
    finality: agreement.finality,
    dispute_policy: agreement.disputePolicy,
    gated_action: agreement.declaredIntent?.gated_action ?? null,
    gated_action_note: agreement.declaredIntent?.note ?? null,
    pricing_quote: currentQuote(spool, now),
    ...(viewer.party !== null && cardHoldView(spool)),
  }
}

/** Whether a reader is shown what was delivered, and not only what came of it. */
function seesEvidence({ party, scope }: Viewer): boolean {
  return party !== null && scope !== 'read' && scope !== 'billing'
}

/** What is to be fixed and who does what next. Sources, and what was seen in the evidence, are named to the parties alone. */
function guidanceOf(held: Spool, evidence: readonly Evidence[], viewer: Viewer, now: Date) {
  const sees = seesEvidence(viewer)
  const spool = sees ? withSightings(held) : held
  const flags = flagsOf(spool, now)
  const hint = currentHint(spool, flags)
  const next = nextStepOf(spool, flags, now)
  if (!sees) return { hint, next }
  if (hint === null) {
    const isUnjudged = next.type === 'rerun_allowed' && spool.state.openRun === null
    const early = isUnjudged ? unjudgedTablesNote(spool, evidence) : null
    return { hint, next: early === null ? next : { ...next, reason: `${next.reason} ${early}` } }
  }
  const note = countedTablesNote(spool, evidence)
  if (note === null) return { hint, next }
  const noted = `${hint} ${note}`
  return { hint: noted, next: next.reason === hint ? { ...next, reason: noted } : next }
}

/** What is to be signed is for the parties, and where is to be paid for the buyer. */
function seenStep(next: SpoolView['next_step'], viewer: Viewer): SpoolView['next_step'] {
  const { required_legs: legs, checkout_url: page, ...step } = next
  return {
    ...step,
    ...(viewer.party !== null && legs !== undefined && { required_legs: legs }),
    ...(viewer.sides.includes('buyer') && page !== undefined && { checkout_url: page }),
  }
}

/** What is held on the card of the buyer; nothing where nothing was asked for. */
function cardHoldView({ state }: Spool): Pick<SpoolView, 'card_hold'> {
  const card = state.settlement?.card
  if (card === undefined) return {}
  const { state: hold, holdEndsAt, warnings, problem } = card
  return { card_hold: { state: hold, ends_at: holdEndsAt, hold_expiring: warnings > 0, problem } }
}

/** Of a condition that people decide, the evidence that a confirmation is about, and what each side said of which. */
function confirmationView(
  { id, verification_method: method }: Condition,
  spool: Spool,
  evidence: readonly Evidence[],
) {
  if (method !== 'human_confirmed') return {}
  const { boundConfirmations, confirmations, confirmableDigests } = spool.state
  const given = Object.entries(boundConfirmations[id] ?? {}) as [Side, BoundConfirmation][]
  return {
    confirmation: {
      evidence_ids: confirmableItems(spool, evidence, id).map((item) => item.id),
      evidence_digest: confirmableDigests[id] ?? null,
      given: given.map(([side, bound]) => ({
        side,
        outcome: confirmations[id]?.[side] ?? null,
        evidence_id: bound.evidenceId,
        confirmed_evidence_digest: bound.digest,
        voided_by: bound.voidedBy,
      })),
    },
  }
}

/** How a party is reached and paid is for itself and the creator; where it is paid, for both parties. */
function partyView(party: Party, viewer: Viewer): SpoolView['parties'][number] {
  const isCaller = party.partyId === viewer.party?.partyId
  const isParty = viewer.party !== null
  const isPrivy = isCaller || viewer.isCreator
  const { settlementAddress: address, contact, processorAccountId: processor, accountId } = party
  return {
    party_id: party.partyId,
    role: party.role,
    kind: party.kind,
    display_name: party.displayName,
    assigned: accountId !== null,
    is_caller: isCaller,
    ...(isParty && address !== undefined && { settlement_address: address }),
    ...(isPrivy && contact !== undefined && { contact }),
    ...(isPrivy && accountId !== null && { account_id: accountId }),
    ...(isPrivy && processor !== undefined && { processor_account_id: processor }),
  }
}

function verificationSummary(
  { agreement, state }: Spool,
  evidence: readonly Evidence[],
): SpoolView['verification_summary'] {
  const { conditions } = agreement
  const { lastRun } = state
  const byMethod: Record<string, number> = {}
  for (const { verification_method: method } of conditions) byMethod[method] = (byMethod[method] ?? 0) + 1
  const selfAsserted = selfAssertedSources(evidence)
  const nonExecutable = conditions.filter((condition) => !isExecutable(condition))
  return {
    conditions: conditions.length,
    required: conditions.filter(({ required }) => required).length,
    by_method: byMethod,
    executable: conditions.length - nonExecutable.length,
    non_executable: nonExecutable.map(({ id }) => id),
    unitized: agreement.unitization !== null,
    ...(selfAsserted.length > 0 && { self_asserted_sources: selfAsserted }),
    runs: state.runs,
    last_run:
      lastRun === null
        ? null
        : { run_id: lastRun.runId, result: lastRun.result, at: lastRun.at, receipt_id: lastRun.receiptId },
  }
}
