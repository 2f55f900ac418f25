import type { ActionName, KeyScope, Verdict } from '@outturn/vocabulary'
import type { ConditionInput, RunOutcome } from '@outturn/agreement'
import type { CreateSpoolRequest, Principal } from '@outturn/contracts'
import { acceptSpool } from './accept-spool.ts'
import { amendSpool } from '../agreement/amend-spool.ts'
import { awaitConfirmations, applyConfirmations, openRun } from '../runs/open-run.ts'
import { asOf } from './as-of.ts'
import { abandonRun, concludeRun } from '../runs/conclude-run.ts'
import { assignParty } from './counterparty-slot.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { draftAgreement } from '../agreement/draft-agreement.ts'
import { agreementDraftOf } from '../../wire/agreement-request.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'
import { initialState } from './new-spool.ts'
import { type Decision, nextVersion, nextVersionAlways, type VersionTools, takeAction } from './decision.ts'
import { recordResult, type SentResult } from '../evidence/external-result.ts'
import { applyReceiptStatus } from '../receipts/apply-receipt-status.ts'
import { neededConfirmations } from '../confirmations/needed-confirmations.ts'
import { quoteSpool } from '../agreement/quote-spool.ts'
import { cancelSpool } from '../settlement/cancel-spool.ts'
import type { Spool } from './spool.ts'
import { submission, submitEvidence } from '../evidence/submit-evidence.ts'
import { assertAllowed } from './transitions.ts'
import { type Viewer, viewerOf } from './viewer.ts'

const hex = (n: number): string => n.toString(16).padStart(24, '0')
const epoch = Date.parse('2026-01-01T00:00:00.000Z')
const hourMs = 3_600_000

/** The instants at which something can be different: the start, a quote gone, the expiry, the close of finality, the end of every dispute. */
const instants = [0, 25, 48, 96, 150].map((hours) => new Date(epoch + hours * hourMs))
export const expiresAt = (instants[2] as Date).toISOString()
export const closesAt = (instants[3] as Date).toISOString()
/** Of an agreement whose parties may dispute; nothing is disputed at the last instant, so that every dispute ends. */
export const disputable = { window_hours: 24, holds_settlement: true }

/** A Spool at one of the instants. */
export type ModelState = { spool: Spool; phase: number }

export const nowOf = ({ phase }: ModelState): Date => instants[phase] as Date

export type Caller = { name: string; principal: Principal }

const account = (n: number, scope: KeyScope, bound: object = {}): Principal => ({
  kind: 'account',
  accountId: `acc_${hex(n)}`,
  accountName: `Account ${n}`,
  accountKind: 'org',
  keyId: `key_${hex(n)}`,
  scope,
  ...bound,
})
const spoolId = `spl_${hex(1)}`
const counterpartyId = `pty_${hex(1)}`

/** Everybody who may come: each party by each kind of key, a sandbox session that made the Spool, and a stranger. */
export const callers: readonly Caller[] = [
  { name: 'creator, full key', principal: account(1, 'full') },
  { name: 'creator, verify key', principal: account(1, 'verify') },
  { name: 'other party, full key', principal: account(2, 'full') },
  { name: 'other party, verify key', principal: account(2, 'verify') },
  {
    name: 'counterparty key',
    principal: account(9, 'counterparty', { spoolId, partyId: counterpartyId }),
  },
  {
    name: 'counterparty key of another Spool',
    principal: account(9, 'counterparty', { spoolId: `spl_${hex(2)}`, partyId: counterpartyId }),
  },
  {
    name: 'sandbox session',
    principal: { kind: 'sandbox', accountId: `acc_${hex(1)}`, accountName: 'Sandbox' },
  },
  { name: 'stranger', principal: account(3, 'full') },
]

/** The account of the other party, where the request names one. */
export const otherAccount = `acc_${hex(2)}`

const hash = () => '0'.repeat(64)
const tools: VersionTools = { eventHash: hash, entryId: () => `evt_${hex(0)}` }
const clockTools = { eventHash: hash, timerEntryId: () => `evt_${hex(0)}` }
const hashes = {
  canonical: (value: unknown) => JSON.stringify(value),
  sha256Hex: hash,
  confirmedEvidence: (_conditionId: string, items: unknown) => JSON.stringify(items),
}

/** The Spool that a request makes, where the deployment settles by these adapters. */
export function createdFrom(
  request: CreateSpoolRequest,
  adapters: readonly string[] = ['external'],
): ModelState {
  const at = nowOf({ phase: 0 } as ModelState).toISOString()
  const draft = draftAgreement(agreementDraftOf(request), {
    accountId: `acc_${hex(1)}`,
    activeAccounts: new Set([otherAccount]),
    now: instants[0] as Date,
    partyId: (index) => `pty_${hex(index)}`,
    conditionId: (index) => `cond_${hex(index)}`,
    adapters,
    canFetch: true,
  })
  const spool: Spool = {
    id: spoolId,
    shareId: `shr_${hex(1)}`,
    environment: 'production',
    accountId: `acc_${hex(1)}`,
    version: 1,
    createdAt: at,
    updatedAt: at,
    agreement: hashed(draft),
    state: { ...initialState(draft.mode, at), historyLength: 1, historyHash: hash() },
  }
  return { spool, phase: 0 }
}

/** Digests that differ exactly when the version of the agreement does. */
function hashed(agreement: Omit<Spool['agreement'], 'agreementHash' | 'planHash'>): Spool['agreement'] {
  const { version } = agreement
  return { ...agreement, agreementHash: `agreement ${version}`, planHash: `plan ${version}` }
}

/** The state as anybody finds it: after what the clocks have done. */
export function found(state: ModelState): ModelState {
  return { ...state, spool: asOf(state.spool, nowOf(state), clockTools).spool }
}

export function after(state: ModelState, decision: Decision): ModelState {
  const { spool } = nextVersion(decision, nowOf(state).toISOString(), tools)
  return { ...state, spool }
}

/**
 * Takes an action the way its handler does: refused by the table, or decided with every body that is right for this
 * caller now. The first body must succeed; a refusal of it is thrown.
 */
export function act(action: ActionName, state: ModelState, principal: Principal): ModelState[] {
  const { spool } = state
  const viewer = viewerOf(spool, principal)
  assertAllowed(action, spool, viewer, nowOf(state))
  return decisions(action, state, viewer).map((decision) => after(state, decision))
}

function decisions(action: ActionName, state: ModelState, viewer: Viewer): Decision[] {
  const { spool } = state
  const now = nowOf(state)
  const at = now.toISOString()
  switch (action) {
    case 'accept': {
      const { quote } = spool.state
      const { agreementHash } = spool.agreement
      return [acceptSpool(spool, viewer, { agreementHash, quoteDigest: quote?.quote_digest ?? null }, at)]
    }
    case 'amend':
      return amendments(spool).map((amendment) =>
        amendSpool(spool, viewer, amendment, {
          at,
          idOf: (index) => `cond_${hex(100 * spool.agreement.version + index)}`,
          canFetch: true,
          hashed: (_, agreement) => hashed(agreement),
        }),
      )
    case 'quote': {
      const fee = { estimatedCents: 1, maximumCents: 2 }
      const price = {
        serviceFee: fee,
        railFee: fee,
        discounts: [],
        pricingVersion: 'p',
        quoteTtlSeconds: 86_400,
      }
      return [
        quoteSpool(spool, viewer, price, {
          now,
          quoteId: `quo_${hex(1)}`,
          hashOf: hash,
          quoteDigest: () => `sha256:${hash()}`,
        }),
      ]
    }
    case 'evidence': {
      const draft = evidenceDraftOf({
        condition_id: spool.agreement.conditions[0]?.id ?? '',
        type: 'text',
        source: 'note',
        metadata: { text: 'done' },
      })
      const facts = {
        at,
        evidenceId: `ev_${hex(1)}`,
        ...hashes,
        digestOf: hash,
      }
      return [
        submitEvidence(
          { spool, evidence: [], viewer },
          submission(draft, spool, viewer, facts),
          null,
          hashes,
        ),
      ]
    }
    case 'external-result':
      return [externalResult(spool, viewer, at)]
    case 'verify':
      return verifications(spool, viewer, at)
    case 'cancel':
      return [cancelSpool(spool, viewer, at)]
    case 'commit':
      throw new Error('a commitment is made with the settlement service')
    case 'onboard-provider':
      return [{ spool, entries: [] }]
    default:
      return [takeAction(action, spool, viewer, at)]
  }
}

const byHand: ConditionInput = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

/** The same conditions anew, or in their place one that a person decides. */
function amendments({ agreement }: Spool): Parameters<typeof amendSpool>[2][] {
  const ids = agreement.conditions.map(({ id }) => id)
  const isByHand = agreement.conditions.some(
    (each) => each.verification_method === byHand.verification_method,
  )
  if (ids.length === 0 || !isByHand) return [{ removed: ids, added: [byHand], unitization: null }]
  return [{ removed: ids, added: [], unitization: null }]
}

/** A run over what is there, and every confirmation that this caller may add to it. */
function verifications(spool: Spool, viewer: Viewer, at: string): Decision[] {
  const confirmations = spool.agreement.conditions
    .filter((condition) => condition.verification_method === 'human_confirmed')
    .flatMap(({ id, confirmation_method: method = 'buyer_confirm' }) => {
      const outcomes = viewer.sides.includes('buyer')
        ? (['passed', 'failed', 'waived'] as const)
        : method === 'both_confirm'
          ? (['passed', 'failed'] as const)
          : []
      return outcomes.map((outcome) => ({
        conditionId: id,
        method,
        outcome,
        evidenceRefs: [],
        detail: null,
        shownDigest: null,
      }))
    })
  const isWaiting = neededConfirmations(spool).length > 0
  const hasNone =
    confirmations.length === 0 || isWaiting || spool.state.evidenceCount + spool.state.buyerEvidenceCount > 0
  const bodies = [...(hasNone ? [[]] : []), ...confirmations.map((each) => [each])]
  return bodies.map((body) => {
    const confirmed = applyConfirmations(
      body,
      { spool, evidence: [], viewer },
      { at, evidenceIdOf: () => '', hashes },
    )
    const waiting = awaitConfirmations(confirmed, at)
    const run = { runId: `vr_${hex(spool.state.runs)}`, at, evidenceCount: 1, askedBy: viewer }
    return waiting ?? openRun(confirmed, run)
  })
}

function externalResult(spool: Spool, viewer: Viewer, at: string): Decision {
  const condition = spool.agreement.conditions.find((each) => each.external_judge !== undefined)
  const result: SentResult = {
    evaluator: 'lab',
    verdict: 'pass',
    condition_results: [{ condition_id: condition?.id ?? '', result: 'pass' }],
    proof: { type: 'ed25519', signature: '' },
    observed_at: new Date(epoch + spool.version * 1_000).toISOString(),
    evidence_refs: [],
  }
  const judged = { result, signedText: '', judge: condition?.external_judge as never }
  const facts = { at, actor: viewer, evidenceIdOf: () => `ev_${hex(2)}`, hashes }
  return recordResult(judged, { spool, evidence: [] }, facts)
}

/** The Spool with its counterparty in its place, as one of them acts for it; null where no one can take that place. */
export function withCounterparty({ spool }: ModelState): Spool | null {
  const party = spool.agreement.parties.find(({ partyId }) => partyId === counterpartyId)
  if (party !== undefined && party.accountId !== null) return spool
  if (spool.agreement.mode === 'unilateral' || party === undefined) return null
  const joined = { ...party, accountId: `acc_${hex(9)}` }
  const parties = spool.agreement.parties.map((each) => (each === party ? joined : each))
  return { ...spool, agreement: { ...spool.agreement, parties } }
}

/**
 * What happens without a caller: the counterparty takes its place, the open run ends in every way, the latest receipt is
 * settled, revoked or disputed, time passes.
 */
export function happenings(state: ModelState): ModelState[] {
  return [...assigned(state), ...ended(state), ...told(state), ...disputed(state), ...later(state)]
}

/** A party disputes the latest receipt, once on every way. */
function disputed(state: ModelState): ModelState[] {
  const { spool, phase } = state
  const { latestReceiptId: receiptId, latestReceiptAt, disputes } = spool.state
  const { window_hours: hours } = spool.agreement.disputePolicy
  const isOver = phase === instants.length - 1 || disputes.length > 0
  if (hours === 0 || isOver || receiptId === null || latestReceiptAt === null) return []
  if (nowOf(state).getTime() >= Date.parse(latestReceiptAt) + hours * hourMs) return []
  const viewer = viewerOf(spool, (callers[0] as Caller).principal)
  const about = { conditionIds: [], units: [], evidenceRefs: [] }
  const said = { reason: 'quality', detail: 'Bad.', remedy: 're_verify', ...about } as const
  const asked = { disputeId: `dsp_${hex(1)}`, receiptId, said }
  return [after(state, openDispute({ spool, evidence: [] }, viewer, asked, nowOf(state)))]
}

function assigned(state: ModelState): ModelState[] {
  const isOpen = state.spool.state.status.outcome === 'active'
  const party = state.spool.agreement.parties.find(({ partyId }) => partyId === counterpartyId)
  if (!isOpen || party?.accountId !== null) return []
  const place = { partyId: counterpartyId, accountId: `acc_${hex(9)}`, invitationId: `inv_${hex(1)}` }
  return [after(state, assignParty(state.spool, place, nowOf(state)))]
}

function ended(state: ModelState): ModelState[] {
  const { spool } = state
  if (spool.state.openRun === null) return []
  const { runId } = spool.state.openRun
  const at = nowOf(state).toISOString()
  const receiptId = `ocr_${hex(spool.state.runs)}`
  const verdicts: [Verdict, number, string | null][] = [
    ['pass', 500, receiptId],
    ['pass', 500, null],
    ['partial', 200, receiptId],
    ['fail', 0, receiptId],
    ['uncertain', 0, receiptId],
  ]
  return [
    abandonRun(spool, { runId, code: 'checker_error', at }),
    ...verdicts.map(([result, earned, issued]) =>
      concludeRun(spool, outcomeOf(spool, runId, result, earned), {
        at,
        receiptId: issued,
        evidenceUpTo: at,
      }),
    ),
  ].map((decision) => after(state, decision))
}

/** The signer tells that what was earned is settled, or that the latest receipt is revoked. */
function told(state: ModelState): ModelState[] {
  const { spool } = state
  const { latestReceiptId: receiptId, lastRun } = spool.state
  if (receiptId === null) return []
  const at = nowOf(state).toISOString()
  const facts = [
    { status: 'active' as const, settledCents: lastRun?.earnedCents ?? 0 },
    { status: 'revoked' as const, settledCents: 0 },
  ]
  return facts.flatMap((fact) => {
    const decision = applyReceiptStatus(spool, { spoolId: spool.id, receiptId, at, ...fact }, at)
    return decision === null ? [] : [{ ...state, spool: nextVersionAlways(decision, at, tools).spool }]
  })
}

function outcomeOf(spool: Spool, runId: string, result: Verdict, earnedCents: number): RunOutcome {
  return {
    runId,
    result,
    earnedCents,
    runDigest: hash(),
    rejections: [],
    unitFindings: [],
    units: null,
    conditionResults: spool.agreement.conditions.map(({ id, required }) => ({
      condition_id: id,
      requirement: required ? 'mandatory' : 'optional',
      result,
      reason: 'as modelled',
    })),
  } as unknown as RunOutcome
}

/** Time passes to the next instant at which something of this Spool can be different. */
function later(state: ModelState): ModelState[] {
  const next = instants.findIndex((instant, phase) => phase > state.phase && isSomethingDue(state, instant))
  return next === -1 ? [] : [{ ...state, phase: next }]
}

/** A Spool without conditions passes by every instant: time by itself changes nothing that no date says. */
function isSomethingDue(state: ModelState, instant: Date): boolean {
  const { agreement, state: now } = state.spool
  if (agreement.conditions.length === 0) return true
  const dates = [
    agreement.economics.expiry,
    agreement.finality.closes_at,
    now.quote?.expires_at,
    ...now.disputes.map(({ deadline }) => deadline),
  ]
  const isBetween = (at: string) => at > nowOf(state).toISOString() && at <= instant.toISOString()
  return dates.some((at) => typeof at === 'string' && isBetween(at))
}

/** What two states must share to be explored as one: everything but ids, times and counters without a limit. */
export function keyOf({ spool, phase }: ModelState): string {
  const { agreement, state } = spool
  const { lastRun, quote } = state
  const words = agreement.conditions.map(({ id }) => state.confirmations[id] ?? null)
  return JSON.stringify([
    phase,
    state.status,
    state.statusReason,
    state.countedRuns,
    state.deliveredAt !== null,
    lastRun && [lastRun.result, lastRun.isTransient, lastRun.isIrremediable, lastRun.receiptId === null],
    state.receiptStatuses[state.latestReceiptId ?? ''],
    state.settledCents,
    lastRun && (state.newestEvidenceAt ?? '') > lastRun.evidenceUpTo,
    state.openRun !== null,
    state.evidenceCount + state.buyerEvidenceCount > 0,
    words,
    Object.keys(state.externalResults).length,
    quote && [quote.plan_hash === agreement.planHash, quote.expires_at],
    agreement.conditions.map((each) => [each.verification_method, each.required, each.confirmation_method]),
    agreement.version > 1,
    agreement.parties.map(({ accountId }) => accountId),
    state.finalizedAt !== null,
    state.disputes.map(({ status, deadline, receiptId }) =>
      status === 'open' ? [deadline, receiptId === state.latestReceiptId] : status,
    ),
  ])
}
