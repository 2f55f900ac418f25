import type { PackRail } from '@outturn/vocabulary'
import type { BillingDeps } from '../deps.ts'
import type { Anomaly } from '../domain/reconciliation/anomaly.ts'
import {
  anomalyOfReversal,
  compare,
  type ReceivedPayment,
  type RecordedPayment,
} from '../domain/reconciliation/compare.ts'
import type { OutsideBook } from '../domain/reconciliation/outside-book.ts'
import { closeGone, openAnomalies, saveFindings } from '../store/payments/anomalies.ts'
import { entriesWithoutPayment } from '../store/payments/recorded-payments.ts'
import {
  endReconciliation,
  firstPosition,
  leaseReconciliation,
  type Reached,
} from '../store/payments/reconciliations.ts'
import { readClaim } from '../store/payment-claims.ts'
import { settleIfPaid } from './settle-claim.ts'

/** What one turn did for a rail. */
export type Reconciled = {
  readonly rail: PackRail
  /** `other`: another process compares it; `waiting`: nothing of the rail is final yet. */
  readonly state: 'done' | 'unfinished' | 'other' | 'waiting'
  readonly comparedTo: bigint | null
}

/** Longer than one comparison takes: what the rail answers and one transaction. */
const leaseMs = 120_000
/** Most anomalies that one turn looks at again. */
const mostRechecked = 200

/**
 * Compares what a rail has taken with what is recorded, from where the last turn ended until `until`; each step and its findings are
 * saved together, so a process that ends leaves the next step to another. At the end all open anomalies are looked at again.
 */
export async function reconcile(
  deps: BillingDeps,
  book: OutsideBook,
  { dueBefore, until }: { dueBefore: Date; until: number },
): Promise<Reconciled> {
  const { rail } = book
  const now = deps.clock.now()
  const end = await book.end(now)
  if (end === null) return { rail, state: 'waiting', comparedTo: null }
  const start = ((await firstPosition(deps.pool, rail)) ?? end + 1n) - 1n
  const lease = { now, until: new Date(now.getTime() + leaseMs), dueBefore, start }
  const leased = await leaseReconciliation(deps.pool, rail, lease)
  if (leased === null) return { rail, state: 'other', comparedTo: null }
  let reached = await sameHistory(deps, book, leased, start, end)
  let isDone = false
  try {
    while (reached.position < end && deps.clock.now().getTime() < until) {
      reached = await compareStep(deps, book, reached, end)
    }
    isDone = reached.position >= end
    if (isDone) await lookAgain(deps, book)
  } finally {
    const ended = deps.clock.now()
    await endReconciliation(deps.db, rail, ended, isDone ? ended : null)
  }
  return { rail, state: isDone ? 'done' : 'unfinished', comparedTo: reached.position }
}

/** Where to go on: after a change of what was compared, from the start. */
async function sameHistory(
  { db, clock }: BillingDeps,
  book: OutsideBook,
  reached: Reached,
  start: bigint,
  end: bigint,
): Promise<Reached> {
  if (reached.fingerprint === '') return reached
  const isSame = reached.position <= end && (await book.fingerprint(reached.position)) === reached.fingerprint
  if (isSame) return reached
  const { rail } = book
  const changed: Anomaly = {
    rail,
    kind: 'history_changed',
    subject: `${reached.position} ${reached.fingerprint}`,
    paymentId: null,
    reference: null,
    payer: null,
    position: null,
    amountMicros: 0n,
  }
  const again = { position: start < end ? start : end, fingerprint: '' }
  await saveFindings(db, rail, [changed], again, clock.now())
  return again
}

async function compareStep(
  deps: BillingDeps,
  book: OutsideBook,
  { position }: Reached,
  end: bigint,
): Promise<Reached> {
  const last = position + book.step
  const to = last < end ? last : end
  // Read before the comparison: what changes meanwhile is noticed by the next turn.
  const reached = { position: to, fingerprint: await book.fingerprint(to) }
  await saveFindings(
    deps.db,
    book.rail,
    await findAnomalies(deps, book, position + 1n, to),
    reached,
    deps.clock.now(),
  )
  return reached
}

/** Everything that does not agree from one position to another. */
async function findAnomalies(
  deps: BillingDeps,
  book: OutsideBook,
  from: bigint,
  to: bigint,
): Promise<Anomaly[]> {
  const received = await book.read(from, to)
  const reversed = (await book.reversals(from, to)).map((reversal) => anomalyOfReversal(book.rail, reversal))
  const found = compare(book.rail, ...(await bothSides(book, received, from, to)))
  const isSettledNow = await Promise.all(found.map((anomaly) => deliversLate(deps, anomaly)))
  if (!isSettledNow.includes(true)) return [...found, ...reversed]
  return [...compare(book.rail, ...(await bothSides(book, received, from, to))), ...reversed]
}

/** The payments that the money names or should be there for, and the money of those of them that lies elsewhere. */
async function bothSides(
  book: OutsideBook,
  received: readonly ReceivedPayment[],
  from: bigint,
  to: bigint,
): Promise<[ReceivedPayment[], RecordedPayment[]]> {
  const marks = received.flatMap(({ mark }) => (mark === null ? [] : [mark]))
  const recorded = await book.recorded({ marks, from, to })
  const known = new Set(received.map(({ reference }) => reference))
  const elsewhere = recorded.flatMap(({ state, reference }) =>
    state === 'settled' && reference !== null && !known.has(reference) ? [reference] : [],
  )
  const found = elsewhere.length === 0 ? [] : await book.find(elsewhere)
  const subjects = new Set(received.map(({ subject }) => subject))
  return [[...received, ...found.filter(({ subject }) => !subjects.has(subject))], recorded]
}

/** A payment that was refused, whose work was done and whose money has come after all, is settled. */
async function deliversLate(deps: BillingDeps, { rail, kind, paymentId }: Anomaly): Promise<boolean> {
  if (rail !== 'x402' || kind !== 'paid_and_refused' || paymentId === null) return false
  const claim = await readClaim(deps.pool, paymentId)
  const settled = await settleIfPaid(deps, claim).catch((error: unknown) => {
    // It stays an anomaly, and the others are compared.
    deps.log.error({ err: error, paymentId }, 'a payment that came late could not be settled')
    return claim
  })
  return settled.state.name === 'settled'
}

/** Looks at the open anomalies of a rail again, closes those that are gone, and finds entries of the ledger that no payment has. */
async function lookAgain(deps: BillingDeps, book: OutsideBook): Promise<void> {
  const { db, pool, clock } = deps
  const { rail } = book
  const strays = (await entriesWithoutPayment(pool, rail)).map(
    ({ key, amountMicros }): Anomaly => ({
      rail,
      kind: 'booked_unpaid',
      subject: key,
      paymentId: null,
      reference: null,
      payer: null,
      position: null,
      amountMicros,
    }),
  )
  const open = await openAnomalies(db, rail, mostRechecked)
  const positions = new Set(open.flatMap(({ position }) => (position === null ? [] : [position])))
  const again = [...strays]
  for (const position of positions) again.push(...(await findAnomalies(deps, book, position, position)))
  await saveFindings(db, rail, again, null, clock.now())
  const isThere = new Set(again.map(({ kind, subject }) => `${kind} ${subject}`))
  const gone = open.filter(
    ({ kind, subject }) => kind !== 'history_changed' && !isThere.has(`${kind} ${subject}`),
  )
  await closeGone(
    db,
    gone.map(({ id }) => id),
    clock.now(),
  )
}
