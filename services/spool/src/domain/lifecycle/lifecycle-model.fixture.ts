import { findParameterProblem } from '@outturn/checkers'
import type { KeyScope } from '@outturn/vocabulary'
import type { CreateSpoolRequest, Principal } from '@outturn/contracts'
import { asOf } from './as-of.ts'
import { initialState } from '../model/new-spool.ts'
import { draftAgreement } from '../agreement/draft-agreement.ts'
import { agreementDraftOf } from '../../wire/agreement-request.ts'
import { unansweredDisputes } from '../model/casework/dispute.ts'
import { type Decision, nextVersion, type VersionTools } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'

export const hex = (n: number): string => n.toString(16).padStart(24, '0')
export const epoch = Date.parse('2026-01-01T00:00:00.000Z')
export const hourMs = 3_600_000

/** The instants at which something can be different: the start, a quote gone, the expiry, the close of finality, the end of every dispute. */
export const instants = [0, 25, 48, 96, 150].map((hours) => new Date(epoch + hours * hourMs))
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
  via: { kind: 'key', keyId: `key_${hex(n)}`, scope },
  mayMoveMoney: scope === 'full',
  ...bound,
})
const spoolId = `spl_${hex(1)}`
export const counterpartyId = `pty_${hex(1)}`

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

export const hash = () => '0'.repeat(64)
export const tools: VersionTools = { eventHash: hash, entryId: () => `evt_${hex(0)}` }
const clockTools = { eventHash: hash, timerEntryId: () => `evt_${hex(0)}` }
export const hashes = {
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
    findProblem: findParameterProblem,
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
export function hashed(
  agreement: Omit<Spool['agreement'], 'agreementHash' | 'planHash'>,
): Spool['agreement'] {
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

/** The Spool with its counterparty in its place, as one of them acts for it; null where no one can take that place. */
export function withCounterparty({ spool }: ModelState): Spool | null {
  const party = spool.agreement.parties.find(({ partyId }) => partyId === counterpartyId)
  if (party !== undefined && party.accountId !== null) return spool
  if (spool.agreement.mode === 'unilateral' || party === undefined) return null
  const joined = { ...party, accountId: `acc_${hex(9)}` }
  const parties = spool.agreement.parties.map((each) => (each === party ? joined : each))
  return { ...spool, agreement: { ...spool.agreement, parties } }
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
    Object.values(state.payouts),
    state.evidenceCount + state.buyerEvidenceCount > 0,
    words,
    Object.keys(state.externalResults).length,
    quote && [quote.plan_hash === agreement.planHash, quote.expires_at],
    agreement.conditions.map((each) => [each.verification_method, each.required, each.confirmation_method]),
    agreement.version > 1,
    agreement.parties.map(({ accountId }) => accountId),
    state.finalizedAt !== null,
    unansweredDisputes(state).length,
    state.disputes.map(({ status, deadline, receiptId, side }) =>
      status === 'open' ? [deadline, side, receiptId === state.latestReceiptId] : status,
    ),
  ])
}
