import type { ChainVerdict, PaymentInBlock } from '@outturn/evm-token'
import { type BookTransfer, paid } from './books.ts'
import { type Leg, type LegTime, renewedLeg } from './leg.ts'
import type { Settlement } from './settlement.ts'
import { currentLegs, latest, stateOf, takenBackOf } from './settlement-state.ts'

/** What the chain says of the legs that are not paid, by their nonces. */
export type LegVerdicts = ReadonlyMap<string, ChainVerdict>

export type Progress = { readonly legs: Leg[]; readonly transfers: BookTransfer[] }

/**
 * The legs that change by what the chain says: a payment pays its leg, by whichever sender, and a leg that can never be used is asked for
 * again under a new nonce. Null where nothing changes.
 */
export function progressOf(
  settlement: Settlement,
  legs: readonly Leg[],
  verdicts: LegVerdicts,
  time: LegTime,
): Progress | null {
  // Of a closed settlement only a payment that was recorded before, and dropped, is recorded again.
  const open = currentLegs(legs).filter(
    ({ state, takenBack }) =>
      (state === 'unsigned' || state === 'signed') && (!settlement.isClosed || takenBack > 0),
  )
  const changes = open.flatMap((leg): Progress[] => {
    const verdict = verdicts.get(leg.nonce)
    if (verdict?.name === 'paid') {
      return [{ legs: [paidLeg(leg, verdict.payment)], transfers: [paidTransfer(settlement, legs, leg)] }]
    }
    if (verdict?.name !== 'dead' || settlement.isClosed) return []
    return [{ legs: [{ ...leg, state: 'dead' }, renewedLeg(settlement, leg, time)], transfers: [] }]
  })
  if (changes.length === 0) return null
  return {
    legs: changes.flatMap((change) => change.legs),
    transfers: changes.flatMap(({ transfers }) => transfers),
  }
}

/** A leg as the chain has it paid. */
export function paidLeg(leg: Leg, { transaction, block, blockHash }: PaymentInBlock): Leg {
  return { ...leg, state: 'paid', transaction, block: { block, hash: blockHash, state: 'new' } }
}

/** What the books have of a leg that is paid now. */
export function paidTransfer(
  { id }: Pick<Settlement, 'id'>,
  legs: readonly Leg[],
  { kind, cents }: Leg,
): BookTransfer {
  return paid(id, kind, cents, takenBackOf(legs, kind))
}

/** The leg to be sent next: a signed one whose turn it is. Null while another one is awaited first. */
export function legToSend(settlement: Settlement, legs: readonly Leg[]): Leg | null {
  const [seller, fee] = [latest(legs, 'seller'), latest(legs, 'fee')]
  const { isVoid, isHeld, isClosed } = settlement
  if (isVoid || isHeld || isClosed || stateOf(settlement, legs) === 'awaiting_signature') return null
  if (seller?.state === 'signed') return seller
  return seller?.state === 'paid' && fee?.state === 'signed' ? fee : null
}

const whileSigned = 1_000
/** A leg that was asked for may be used by its payer without us: it is looked at often at first, and the longer it waits the less. */
const whileAwaited = { leastMs: 15_000, mostMs: 900_000, ofAge: 20 }
/** A closed settlement is looked at while its legs could still be used. */
const whileClosedMs = 900_000

/** When a settlement is looked at next; null where nothing can happen to it. `ttlSeconds` is how long a leg can be used. */
export function nextLook(
  settlement: Settlement,
  legs: readonly Leg[],
  now: Date,
  ttlSeconds: number,
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const open = currentLegs(legs).filter(({ state }) => state === 'unsigned' || state === 'signed')
  const ends = Math.max(0, ...open.map(({ validBefore }) => validBefore * 1_000))
  if (settlement.isClosed) return ends > now.getTime() ? after(whileClosedMs) : null
  switch (stateOf(settlement, legs)) {
    case 'releasing':
      if (settlement.blockedBy !== null) return after(whileAwaited.leastMs)
      return after(legs.length === 0 ? 0 : whileSigned)
    case 'partially_settled':
      if (settlement.blockedBy !== null) return after(whileAwaited.leastMs)
      return after(
        open.some(({ state }) => state === 'unsigned') ? awaitedMs(ends, now, ttlSeconds) : whileSigned,
      )
    case 'awaiting_signature':
      return after(awaitedMs(ends, now, ttlSeconds))
    default:
      return null
  }
}

/** How long a leg is left alone that waits for its signature, and not past its end. */
function awaitedMs(ends: number, now: Date, ttlSeconds: number): number {
  const left = ends - now.getTime()
  // It is asked for again once the block that shows its end is final.
  if (left <= 0) return whileAwaited.leastMs
  const age = Math.max(0, ttlSeconds * 1_000 - left)
  const { leastMs, mostMs, ofAge } = whileAwaited
  const pause = Math.min(mostMs, Math.max(leastMs, age / ofAge))
  return left < pause ? Math.max(left, whileSigned) : pause
}
