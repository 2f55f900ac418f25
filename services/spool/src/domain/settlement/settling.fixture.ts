import type { SettlementSummary } from '@outturn/contracts'
import type { SettlementState } from '@outturn/vocabulary'

/** What the settlement service has of one Spool, as far as it can matter to the Spool. */
export type Settling = {
  readonly version: number
  readonly at: WalletPlace | CardPlace
  /** What the seller is owed by the last verdict that it received, in cents. */
  readonly due: number | null
  /** Whether it was told that nothing is due, or that the Spool is over. */
  readonly isVoid: boolean
  /** What the seller got, in cents. */
  readonly paid: number
}

/** A wallet settles in two transfers, the seller's first. */
type WalletPlace =
  | 'none'
  | 'committed'
  | 'due'
  | 'blocked'
  | 'asked'
  | 'signed'
  | 'seller_paid'
  | 'fee_asked'
  | 'all_paid'
  | 'closed_unpaid'
  | 'closed_paid'

/** A hold on a card. `expired`: the buyer left its page, or its card was declined. `released`: held, and a verdict gave it free to be taken. */
type CardPlace =
  | 'none'
  | 'page'
  | 'held'
  | 'released'
  | 'too_small'
  | 'captured'
  | 'expired'
  | 'lapsed'
  | 'canceled'

export const nothingYet: Settling = { version: 0, at: 'none', due: null, isVoid: false, paid: 0 }

export const isLiveHold = ({ at }: Settling): boolean =>
  at === 'page' || at === 'held' || at === 'released' || at === 'too_small'

const to = (from: Settling, change: Partial<Settling>): Settling => ({
  ...from,
  ...change,
  version: from.version + 1,
})

/** A service answers a commitment of which it knows with what it has. Null where none is taken any more. */
export function walletCommitted(settling: Settling): Settling | null {
  if (settling.at !== 'none') return settling
  return settling.isVoid ? null : to(settling, { at: 'committed' })
}

/** What a commitment by card leads to: a page to pay on, a hold at once, or a card that was declined. Null where none is taken any more. */
export function cardCommitted(settling: Settling): { taken: Settling[]; declined: Settling } | null {
  if (settling.isVoid) return null
  if (isLiveHold(settling) || settling.at === 'captured') return { taken: [settling], declined: settling }
  return {
    taken: [to(settling, { at: 'page' }), to(settling, { at: 'held' })],
    declined: to(settling, { at: 'expired' }),
  }
}

/** The service receives a decision: what is due, or null for nothing. */
export function walletReceives(settling: Settling, due: number | null): Settling[] {
  if (settling.at === 'none') {
    if (due !== null) throw new Error('something is due before its commitment')
    // Of a settlement that there is not, nothing is told.
    return [{ ...settling, isVoid: true }]
  }
  if (settling.isVoid) return [settling]
  if (settling.due === null)
    return [due === null ? to(settling, { isVoid: true }) : to(settling, { due, at: 'due' })]
  // The parties settled by the receipt: what no one signed and is not on its way is closed.
  const closed = to(settling, { at: 'closed_unpaid' })
  if (due !== null) return [settling]
  if (settling.at === 'asked') return [closed]
  return settling.at === 'due' || settling.at === 'blocked' ? [settling, closed] : [settling]
}

export function cardReceives(settling: Settling, due: number | null): Settling[] {
  const { at } = settling
  if (settling.isVoid || at === 'captured') return [settling]
  if (due === null) return [to(settling, { isVoid: true, due: null })]
  if (at === 'held') return [to(settling, { due, at: 'released' }), to(settling, { due, at: 'too_small' })]
  return settling.due === due ? [settling] : [to(settling, { due })]
}

/** Everything that may happen to a settlement from a wallet by itself: the buyer signs, the chain pays, legs end, operators close. */
export function walletSteps(settling: Settling): Settling[] {
  const { at, due, isVoid } = settling
  if (isVoid) return []
  const closed = to(settling, { at: settling.paid > 0 ? 'closed_paid' : 'closed_unpaid' })
  switch (at) {
    case 'due':
      return [to(settling, { at: 'asked' }), to(settling, { at: 'blocked' }), closed]
    case 'blocked':
      return [to(settling, { at: 'due' }), closed]
    case 'asked':
      return [to(settling, { at: 'signed' }), closed]
    case 'signed':
      return [to(settling, { at: 'seller_paid', paid: due as number }), to(settling, { at: 'asked' }), closed]
    case 'seller_paid':
      return [to(settling, { at: 'all_paid' }), to(settling, { at: 'fee_asked' }), closed]
    case 'fee_asked':
      return [to(settling, { at: 'seller_paid' }), closed]
    default:
      return []
  }
}

/** Everything that may happen to a hold by itself: the buyer pays or leaves, the hold lapses, what was released is taken. */
export function cardSteps(settling: Settling): Settling[] {
  const { at, due, isVoid } = settling
  if (!isLiveHold(settling)) return []
  if (isVoid || at === 'too_small') return [to(settling, { at: 'canceled' })]
  switch (at) {
    case 'page':
      return (['held', 'expired'] as const).map((next) => to(settling, { at: next }))
    case 'released':
      return [to(settling, { at: 'captured', paid: due as number }), to(settling, { at: 'lapsed' })]
    default:
      return [to(settling, { at: 'lapsed' })]
  }
}

const walletStates: Partial<Record<Settling['at'], SettlementState>> = {
  committed: 'committed',
  due: 'releasing',
  blocked: 'releasing',
  asked: 'awaiting_signature',
  signed: 'releasing',
  seller_paid: 'partially_settled',
  fee_asked: 'partially_settled',
  all_paid: 'settled',
  closed_unpaid: 'voided',
  closed_paid: 'settled',
}

const leg = (kind: 'seller' | 'fee', version: number) => ({ leg: kind, nonce: `${kind} ${version}` }) as never
const payment = (kind: 'seller' | 'fee') => ({ leg: kind, transaction: kind })

/** Where a settlement from a wallet stands, as the Spool is told. */
export function walletSummary({ at, isVoid, version, paid }: Settling): SettlementSummary {
  return {
    version,
    state: isVoid ? 'voided' : (walletStates[at] as SettlementState),
    requiredLegs:
      at === 'asked'
        ? [leg('seller', version), leg('fee', version)]
        : at === 'fee_asked'
          ? [leg('fee', version)]
          : [],
    ...(at === 'blocked' && { blocked: { reason: 'insufficient_funds' as const, message: 'No funds.' } }),
    payments: [...(paid > 0 ? [payment('seller')] : []), ...(at === 'all_paid' ? [payment('fee')] : [])],
  }
}

type Card = NonNullable<SettlementSummary['card']>

const holdStates: Partial<Record<Settling['at'], Card['state']>> = {
  none: 'requested',
  page: 'open',
  held: 'held',
  released: 'held',
  too_small: 'held',
  captured: 'captured',
}

/** The same of one by card. */
export function cardSummary(settling: Settling): SettlementSummary {
  const { at, due, isVoid, version } = settling
  const isTooSmall = at === 'too_small' || (at === 'canceled' && due !== null)
  const isHeld = at === 'held' || at === 'released' || at === 'too_small'
  return {
    version,
    state: cardState(settling, isTooSmall),
    requiredLegs: [],
    payments: at === 'captured' ? [payment('seller'), payment('fee')] : [],
    card: {
      state: holdStates[at] ?? (at as Card['state']),
      checkoutUrl: at === 'page' && !isVoid ? 'https://pay.example/1' : null,
      holdEndsAt: isHeld ? '2026-01-08T00:00:00.000Z' : null,
      warnings: 0,
      problem: isTooSmall ? 'below_minimum' : null,
    },
  }
}

function cardState({ at, isVoid }: Settling, isTooSmall: boolean): SettlementState {
  if (at === 'captured') return 'settled'
  if (isVoid) return 'voided'
  if (isTooSmall) return 'failed'
  if (at === 'released') return 'releasing'
  return at === 'held' ? 'committed' : 'uncommitted'
}
