import { invalidState, type onboardPayee, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import { type CardProcessor, ProcessorFailure } from '../domain/card/card-processor.ts'
import { notePayouts } from '../flows/card/note-payouts.ts'
import { beginPayoutAccount, countPayoutTry, recordPayoutAccount } from '../store/card/payout-store.ts'

/** Makes the account of a payee at the processor once, and a new link to set it up on every call: a link works once, for minutes. */
export function handleOnboardPayee(deps: SettlementDeps): Handler<typeof onboardPayee> {
  return async ({ payeeId, spoolId, refreshUrl, returnUrl }) => {
    const { cards } = deps
    if (cards === null) throw unavailable('This deployment settles nothing by card.')
    try {
      const payee = { payeeId, spoolId: isParty(payeeId) ? spoolId : null }
      const accountId = await accountOf(deps, cards, payee)
      const isReady = await cards.isReady(accountId)
      await notePayouts(deps, payeeId, isReady)
      if (isReady && isParty(payeeId)) throw setUp()
      const { url, expiresAt } = await cards.createLink(accountId, { refreshUrl, returnUrl })
      return { url, expiresAt: expiresAt.toISOString(), isReady }
    } catch (error) {
      if (!(error instanceof ProcessorFailure)) throw error
      deps.log.warn({ err: error.cause, payee: payeeId }, 'a payee could not be onboarded')
      throw Object.assign(unavailable('The processor of cards cannot be asked now. Try again later.'), {
        cause: error,
      })
    }
  }
}

async function accountOf(
  { pool, clock }: SettlementDeps,
  cards: CardProcessor,
  payee: { payeeId: string; spoolId: string | null },
): Promise<string> {
  const { payeeId } = payee
  const known = await beginPayoutAccount(pool, payee, clock.now())
  if (known.accountId !== null) return known.accountId
  const key = `ovs:${payeeId}:account${known.tries === 0 ? '' : `:${known.tries}`}`
  try {
    return await recordPayoutAccount(pool, payeeId, await cards.createAccount(payeeId, key))
  } catch (error) {
    if (error instanceof ProcessorFailure && error.kind === 'remembered') {
      await countPayoutTry(pool, payeeId, known)
    }
    throw error
  }
}

/** Whether a payee has no account here, so that the other party asks in its place. */
function isParty(payeeId: string): boolean {
  return payeeId.startsWith('pty_')
}

function setUp(): Refusal {
  return invalidState('The provider has set up its payouts; another link would lead to what it entered.', {
    reason: 'payouts_set_up',
    remediation:
      'Commit with POST /api/v1/spools/{id}/commit. The provider changes its payouts at the processor.',
  })
}

function unavailable(message: string): Refusal {
  return new Refusal('settlement_unavailable', message, { reason: 'managed_settlement_disabled' })
}
