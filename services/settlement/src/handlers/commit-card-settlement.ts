import {
  type CommandInput,
  type commitCardSettlement,
  conflict,
  invalidState,
  Refusal,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { minCardCents } from '@outturn/vocabulary'
import type { CardProcessor } from '../domain/card/card-processor.ts'
import { type CardSettlement, type Hold, isLive } from '../domain/card/card-settlement.ts'
import { cardSummaryOf } from '../domain/card/card-summary.ts'
import { advanceCardSoon } from '../flows/card/advance-card-settlement.ts'
import { notePayouts } from '../flows/card/note-payouts.ts'
import { changeCardSettlement } from '../flows/card/change-card-settlement.ts'
import { findCardSettlement, recordCardSettlement } from '../store/card/card-store.ts'
import { findPayoutAccount } from '../store/card/payout-store.ts'
import { isClosedSpool } from '../store/closed-spool-store.ts'

type Commitment = CommandInput<typeof commitCardSettlement>

/** Records a hold before the processor is asked for it. While one is live, a repetition answers with that one. */
export function handleCommitCardSettlement(deps: SettlementDeps): Handler<typeof commitCardSettlement> {
  return async (commitment) => {
    const { cards, cardAccounts } = deps
    if (cards === null)
      throw unavailable('managed_settlement_disabled', 'This deployment settles nothing by card.')
    if (cardAccounts !== null && !cardAccounts.has(commitment.accountId)) {
      throw unavailable('pilot_gated', 'Settlement by card is pilot-gated for the account.')
    }
    if (commitment.holdCents + commitment.holdFeeCents < minCardCents) {
      throw unavailable('below_card_minimum', `A card takes at least ${minCardCents} cents.`)
    }
    const id = derivedId('settlement', commitment.spoolId)
    const destination = await readyDestination(deps, cards, commitment.payeeIds)
    await beginHold(deps, id, destination, commitment)
    await advanceCardSoon(deps, id)
    const current = await findCardSettlement(deps.pool, id)
    if (current === null) throw new Error(`settlement ${id} was not recorded`)
    if (current.hold?.end === 'declined') {
      throw unavailable('card_declined', 'The card was declined.', 'Commit again with another card.')
    }
    return cardSummaryOf(current)
  }
}

async function readyDestination(
  deps: SettlementDeps,
  cards: CardProcessor,
  payeeIds: readonly string[],
): Promise<string> {
  const { pool } = deps
  const found = await Promise.all(
    payeeIds.map(async (payeeId) => ({ payeeId, account: await findPayoutAccount(pool, payeeId) })),
  )
  const begun = found.find(({ account }) => account !== null)
  const accountId = begun?.account?.accountId ?? null
  const isReady = accountId !== null && (await cards.isReady(accountId).catch(processorClosed))
  if (begun !== undefined && accountId !== null) await notePayouts(deps, begun.payeeId, isReady)
  if (accountId !== null && isReady) return accountId
  throw new Refusal('payout_destination_required', 'The provider has not set up its payouts.', {
    reason: 'no_payout_destination',
    remediation:
      'Have the provider follow the link of POST /api/v1/spools/{id}/onboard-provider, then commit again.',
  })
}

/** Begins a hold where none is live. A Spool that has ended begins none. */
async function beginHold(
  deps: SettlementDeps,
  id: string,
  destination: string,
  commitment: Commitment,
): Promise<void> {
  const { clock, db } = deps
  const fresh = settlementOf(id, destination, commitment)
  await inTransaction(db, (tx) => recordCardSettlement(tx, fresh, clock.now()))
  await changeCardSettlement(
    deps,
    { id },
    ({ settlement, hold }) => {
      if (!isSameCommitment(settlement, fresh)) {
        throw conflict('The Spool was committed on other terms.', { reason: 'settlement_committed' })
      }
      if (settlement.isVoid || settlement.isClosed) throw closed()
      if (hold !== null && (isLive(hold) || hold.state === 'captured')) {
        assertSameCard(hold, commitment)
        return null
      }
      // Nothing is held now, so that the provider may be paid elsewhere than it would have been before.
      return {
        settlement: { ...settlement, destination },
        hold: newHold((hold?.n ?? 0) + 1, commitment, clock.now()),
        transfers: [],
      }
    },
    {
      before: async (tx) => {
        if (await isClosedSpool(tx, commitment.spoolId)) throw closed()
      },
    },
  )
}

function settlementOf(id: string, destination: string, commitment: Commitment): CardSettlement {
  return {
    id,
    spoolId: commitment.spoolId,
    accountId: commitment.accountId,
    destination,
    maximumCents: BigInt(commitment.maximumCents),
    maximumFeeCents: BigInt(commitment.maximumFeeCents),
    due: null,
    isVoid: false,
    isHeld: false,
    isClosed: false,
    version: 1,
  }
}

function newHold(n: number, commitment: Commitment, askedAt: Date): Hold {
  return {
    n,
    cents: BigInt(commitment.holdCents + commitment.holdFeeCents),
    feeCents: BigInt(commitment.holdFeeCents),
    paymentMethod: commitment.paymentMethod,
    description: commitment.description,
    returnUrl: commitment.returnUrl,
    state: 'asked',
    end: null,
    sessionId: null,
    intentId: null,
    url: null,
    captureBefore: null,
    warnings: 0,
    isReleased: false,
    problem: null,
    tries: 0,
    askedAt,
    askedBy: commitment.askedBy,
  }
}

function isSameCommitment(a: CardSettlement, b: CardSettlement): boolean {
  const terms = ['accountId', 'maximumCents', 'maximumFeeCents'] as const
  return terms.every((term) => a[term] === b[term])
}

/** A card that is sent while a page is open, or another card, would be ignored: it is refused. */
function assertSameCard(hold: Hold, { paymentMethod }: Commitment): void {
  if (paymentMethod === null || paymentMethod === hold.paymentMethod) return
  throw conflict('The payment has begun in another way.', {
    reason: 'settlement_committed',
    remediation: 'Pay on the checkout_url of next_step, or commit again when that payment has ended.',
  })
}

function closed(): Refusal {
  return invalidState('This Spool has ended: nothing is held for it any more.', { reason: 'spool_closed' })
}

function processorClosed(cause: unknown): never {
  throw Object.assign(
    unavailable(
      'managed_settlement_disabled',
      'The processor of cards cannot be asked now.',
      'Send the request again later.',
    ),
    { cause },
  )
}

function unavailable(
  reason: 'below_card_minimum' | 'card_declined' | 'managed_settlement_disabled' | 'pilot_gated',
  message: string,
  remediation = 'Settle by the receipt, outside this service, and record it with the receipt.',
): Refusal {
  return new Refusal('settlement_unavailable', message, { reason, remediation })
}
