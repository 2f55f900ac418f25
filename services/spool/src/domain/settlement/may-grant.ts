import { millisecondFrom } from '@outturn/checkers'
import { forbidden, type GrantTerms, Refusal } from '@outturn/contracts'
import {
  type ActionContext,
  isAccepted,
  isActive,
  isNotSettledByReceipts,
  isWalletFunded,
  takesGrant,
} from '../lifecycle/guards.ts'
import type { Spool } from '../model/spool.ts'
import { assertGuards } from '../lifecycle/transitions.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'

/** Refuses callers that are not the buyer with a full-scope key. */
export function assertBuyerOfGrant({ mayMoveMoney, sides }: Viewer): void {
  if (!mayMoveMoney) {
    throw forbidden('Only a full-scope key may settle.', { reason: 'full_scope_required' })
  }
  if (!sides.includes('buyer')) {
    throw forbidden('Only the buyer grants authority over its account.', {
      reason: 'buyer_side_only',
      remediation: 'Leave this to a key of the buyer.',
    })
  }
}

/** Refuses a grant for a Spool that is not paid from a wallet, is not agreed, or is paid already. */
export function assertTakesGrant(context: ActionContext): void {
  assertGuards([isWalletFunded, isActive, isAccepted, takesGrant, isNotSettledByReceipts], context)
}

/** What the settlement service is told of the authority that the buyer may grant. */
export function grantTermsOf(spool: Spool): GrantTerms {
  const { agreement, state } = spool
  const buyer = partyOn(spool, 'buyer')
  if (state.quote === null) {
    throw new Refusal('invalid_state', 'The work was accepted without a quote, so nothing bounds a grant.', {
      reason: 'requote_required',
    })
  }
  return {
    spoolId: spool.id,
    accountId: buyer.accountId as string,
    payer: buyer.settlementAddress ?? null,
    maximumAllInCents: state.quote.maximum_all_in_cents,
    quoteDigest: state.quote.quote_digest,
    agreementHash: agreement.agreementHash,
    expiresAt: agreement.economics.expiry === undefined ? null : millisecondFrom(agreement.economics.expiry),
  }
}
