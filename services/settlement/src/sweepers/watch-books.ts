import type { SettlementState } from '@outturn/vocabulary'
import type { SettlementDeps } from '../deps.ts'
import type { Anomaly, AnomalyKind } from '../domain/operator/anomaly.ts'
import { transferGas } from '../domain/wallet-chain.ts'
import { takenBy } from '../flows/chain/keep-slots.ts'
import { closeGone, countOpenAnomalies, listAnomalies, recordAnomalies } from '../store/anomaly-store.ts'
import { type BookTotals, readBookTotals } from '../store/book-totals.ts'
import { readStateAges, type StateAge } from '../store/settlement-ages.ts'
import { type EndingHolds, readEndingHolds } from '../store/card/ending-holds.ts'
import { readDroppedLegs } from '../store/block-store.ts'
import {
  includeSlot,
  readSlot,
  readStuckSlots,
  readWaitingSigners,
  type WaitingSigner,
} from '../store/slot-store.ts'
import { droppedAnomaly } from '../domain/reorganisations/dropped-payments.ts'

const dayMs = 86_400_000
/** After how long a transaction that no block has for good is told, ms. */
const stuckAfterMs = 600_000
/** After how long a signer is told of whose open transactions the chain takes none, ms. */
const stalledAfterMs = 300_000
/** The signer must be able to pay for so many transfers at the highest fee. */
const transfersAhead = 5n

/** What an operator is told of all settlements. */
export type SettlementWatch = {
  readonly totals: BookTotals
  readonly anomalies: Readonly<Record<AnomalyKind, number>>
  readonly states: Readonly<Record<'wallet' | 'card', ReadonlyMap<SettlementState, StateAge>>>
  /** Whether the processor of cards answers. */
  readonly areCardsOpen: boolean
  /** For how long the chain has taken none of the open transactions of a signer, s. */
  readonly signerStalledSeconds: number
  /** Holds on cards that end within a day. */
  readonly endingHolds: EndingHolds
}

/** Adds the books up, looks for what needs an operator, and tells `report`; says loudly where the books do not balance. */
export async function watchBooks(
  deps: Pick<SettlementDeps, 'cards' | 'chain' | 'clock' | 'db' | 'log' | 'maxFeePerGas' | 'pool'>,
  report: (watch: SettlementWatch) => void,
): Promise<void> {
  const { pool, db, log, clock } = deps
  const totals = await readBookTotals(pool)
  const now = clock.now()
  const waiting = await readWaitingSigners(pool, now)
  const conditions = [
    ['ledger_imbalance', imbalanceOf(totals)],
    ['stuck_slot', await stuckSlots(deps, now)],
    ['signer_stalled', stalledSigners(waiting, now)],
    ['payment_dropped', await droppedPayments(deps)],
    ['foreign_nonce', await foreignNonces(deps)],
    ['signer_low_funds', await lowFunds(deps)],
  ] as const
  for (const [kind, found] of conditions) {
    // Without an answer of the chain what was found before stays.
    if (found === null) continue
    await recordAnomalies(db, found, now)
    await closeGone(
      db,
      kind,
      found.map(({ subject }) => subject),
      now,
    )
  }
  report({
    totals,
    anomalies: await countOpenAnomalies(db),
    states: await readStateAges(pool),
    areCardsOpen: await isAnswering(deps),
    signerStalledSeconds: Math.max(0, ...waiting.map((signer) => waitedMs(signer, now) / 1_000)),
    endingHolds: await readEndingHolds(pool, new Date(now.getTime() + dayMs)),
  })
  if (totals.imbalanceMicros !== 0n) {
    log.error({ imbalanceMicros: String(totals.imbalanceMicros) }, 'the books of settlement do not balance')
  }
}

async function isAnswering({ cards, log }: Pick<SettlementDeps, 'cards' | 'log'>): Promise<boolean> {
  try {
    await cards?.probe()
    return cards !== null
  } catch (error) {
    log.warn({ err: error }, 'the processor of cards does not answer')
    return false
  }
}

function imbalanceOf({ imbalanceMicros }: BookTotals): Anomaly[] {
  if (imbalanceMicros === 0n) return []
  const detail = `The books differ by ${imbalanceMicros} micros from what is due and paid.`
  return [{ kind: 'ledger_imbalance', subject: 'books', settlementId: null, detail }]
}

async function stuckSlots({ pool }: Pick<SettlementDeps, 'pool'>, now: Date): Promise<Anomaly[]> {
  const slots = await readStuckSlots(pool, new Date(now.getTime() - stuckAfterMs))
  return slots.map(({ signer, nonce, settlementId }) => ({
    kind: 'stuck_slot',
    subject: `${signer}/${nonce}`,
    settlementId,
    detail: `No block has the transaction ${nonce} of ${signer} for good, after ${stuckAfterMs / 60_000} minutes.`,
  }))
}

/** The chain has had as many transactions of the signer since then. */
const waitedMs = ({ since }: WaitingSigner, now: Date) => now.getTime() - since.getTime()

function stalledSigners(waiting: readonly WaitingSigner[], now: Date): Anomaly[] {
  return waiting
    .filter((signer) => waitedMs(signer, now) >= stalledAfterMs)
    .map(({ signer, count }) => ({
      kind: 'signer_stalled',
      subject: signer,
      settlementId: null,
      detail: `The chain has ${count} transactions of ${signer} and takes none of those that are open, for ${stalledAfterMs / 60_000} minutes.`,
    }))
}

async function droppedPayments({ pool }: Pick<SettlementDeps, 'pool'>): Promise<Anomaly[]> {
  const legs = await readDroppedLegs(pool)
  return legs.map(({ settlementId, ...leg }) => droppedAnomaly(settlementId, leg))
}

/** Open anomalies of places that other programs took, by a second look at who did; null without an answer of the chain. */
async function foreignNonces({
  db,
  pool,
  chain,
}: Pick<SettlementDeps, 'chain' | 'db' | 'pool'>): Promise<Anomaly[] | null> {
  const open = await listAnomalies(db, { isOpen: true, limit: 1_000 })
  const found = open.filter(({ kind }) => kind === 'foreign_nonce')
  const chainId = chain?.token()?.chainId
  if (chain === null || chainId === undefined) return found.length === 0 ? [] : null
  const signer = { address: chain.signer, chainId }
  try {
    const isForeign = await Promise.all(
      found.map(async ({ subject }) => {
        const nonce = Number(subject.split('/')[1])
        const slot = subject.startsWith(`${chain.signer}/`) ? await readSlot(pool, signer, nonce) : null
        const place = slot === null ? 'foreign' : await takenBy(chain, slot)
        if (typeof place === 'object') await includeSlot(pool, signer, nonce, place)
        return typeof place !== 'object'
      }),
    )
    return found.filter((_, index) => isForeign[index])
  } catch {
    return null
  }
}

async function lowFunds({
  chain,
  maxFeePerGas,
}: Pick<SettlementDeps, 'chain' | 'maxFeePerGas'>): Promise<Anomaly[] | null> {
  const funds = await chain?.signerFunds().catch(() => null)
  if (chain === null || funds === null || funds === undefined) return null
  const least = transfersAhead * transferGas * maxFeePerGas
  if (funds >= least) return []
  const detail = `The signer ${chain.signer} holds ${funds} for gas, and ${transfersAhead} transfers may take ${least}.`
  return [{ kind: 'signer_low_funds', subject: chain.signer, settlementId: null, detail }]
}
