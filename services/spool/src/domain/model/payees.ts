import type { Spool } from './spool.ts'
import { partyOn, type Viewer } from './viewer.ts'

/** Whose payouts count: those that the account of the provider set up itself, before those that were set up for its party. */
export function payeesOf(spool: Spool): string[] {
  const { accountId, partyId } = partyOn(spool, 'provider')
  return accountId === null ? [partyId] : [accountId, partyId]
}

/** Whose payouts a caller sets up: its own as the provider, and those of the party alone in place of the provider. */
export function payeeFor(spool: Spool, { sides }: Pick<Viewer, 'sides'>): string {
  const { accountId, partyId } = partyOn(spool, 'provider')
  return sides.includes('provider') && accountId !== null ? accountId : partyId
}

/** Whether the provider of a Spool can be paid by card: the first of its payees that has begun to set up payouts has ended it. */
export function canBePaid(spool: Spool): boolean {
  const { payouts } = spool.state
  const begun = payeesOf(spool).find((payee) => payouts[payee] !== undefined)
  return begun !== undefined && payouts[begun] === true
}

/** The same Spool with payouts that are set up: for a decision that the processor of cards takes part in. */
export function withPayouts(spool: Spool): Spool {
  const payouts = Object.fromEntries(payeesOf(spool).map((payee) => [payee, true]))
  return { ...spool, state: { ...spool.state, payouts } }
}
