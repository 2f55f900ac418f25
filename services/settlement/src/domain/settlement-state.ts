import type { BlockReason } from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'
import type { Leg } from './leg.ts'
import type { Settlement } from './settlement.ts'

type LegState = Pick<Leg, 'kind' | 'attempt' | 'state'>

/** What parties see of a settlement; it follows from what is due and from the latest leg of each kind. */
export function stateOf(
  { due, isVoid, isClosed }: Pick<Settlement, 'due' | 'isVoid' | 'isClosed'>,
  legs: readonly LegState[],
): SettlementState {
  if (isVoid) return 'voided'
  if (due === null) return 'committed'
  const [seller, fee] = [latest(legs, 'seller'), latest(legs, 'fee')]
  if (isClosed) return seller?.state === 'paid' ? 'settled' : 'voided'
  if (seller === undefined) return 'releasing'
  if (seller.state === 'unsigned') return 'awaiting_signature'
  if (seller.state !== 'paid') return fee?.state === 'unsigned' ? 'awaiting_signature' : 'releasing'
  return fee === undefined || fee.state === 'paid' ? 'settled' : 'partially_settled'
}

/** What blocks a settlement under a grant and ends without another grant. */
const endsWithoutGrant: ReadonlySet<BlockReason> = new Set(['insufficient_funds', 'transfer_refused'])

/**
 * Whether the seller is paid without anything further of the buyer but funds in its wallet: it signed, or what it granted can be
 * spent.
 */
export function isBeingPaid(
  { blockedBy, isVoid, isClosed }: Pick<Settlement, 'blockedBy' | 'isVoid' | 'isClosed'>,
  legs: readonly LegState[],
): boolean {
  if (isVoid || isClosed) return false
  const seller = latest(legs, 'seller')?.state
  const needsAnotherGrant = blockedBy !== null && !endsWithoutGrant.has(blockedBy)
  return seller === 'signed' || (seller === 'granted' && !needsAnotherGrant)
}

/** The leg of a kind that counts: the one of the last attempt. */
export function latest<Each extends LegState>(legs: readonly Each[], kind: Leg['kind']): Each | undefined {
  return legs
    .filter((leg) => leg.kind === kind)
    .reduce<Each | undefined>(
      (last, leg) => (last === undefined || leg.attempt > last.attempt ? leg : last),
      undefined,
    )
}

/** How many payments of a kind a reorganisation of the chain dropped. */
export function takenBackOf(legs: readonly Pick<Leg, 'kind' | 'takenBack'>[], kind: Leg['kind']): number {
  return legs.filter((leg) => leg.kind === kind).reduce((sum, { takenBack }) => sum + takenBack, 0)
}

/** The legs that count, the seller's first: the fee is never sent before the seller is paid. */
export function currentLegs(legs: readonly Leg[]): Leg[] {
  return (['seller', 'fee'] as const).flatMap((kind) => latest(legs, kind) ?? [])
}
