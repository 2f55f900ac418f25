import { buyPackByX402, type CommandOutput, readBalance } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { centsToMicros } from '@outturn/money'
import type { BillingDeps } from '../../deps.ts'
import { paymentFailed, paymentRequired, paymentUnknown } from '../../domain/payments/refusals.ts'
import { changeClaim } from '../../flows/change-claim.ts'
import { nameOf } from '../../flows/claim-payment.ts'
import { assertLaneOpen, type Sale, takeAgain, takePayment } from '../../flows/take-payment.ts'
import { purchaseOfClaim } from '../../store/packs/pack-claims.ts'

type Reply = CommandOutput<typeof buyPackByX402>

/** Of the time for an answer, what is kept back for sending it, ms. */
const answerMs = 1_500

/** Sells a pack for a payment by x402: its credits are booked in the transaction that settles the payment. */
export function handleBuyPackByX402(deps: BillingDeps): Handler<typeof buyPackByX402> {
  const { x402: lane, reload } = deps
  return async ({ accountId, request, bodyDigest, payment: header }, { deadline, commandId }) => {
    assertLaneOpen(deps, 'Add credits by one of payment_methods of a refusal for want of them.')
    const payment = header === null ? null : await lane.read(header)
    const packCents = request.pack_cents
    const url = reload.publicUrl + buyPackByX402.http.path
    const identifier = nameOf(payment)
    const sale: Sale = {
      purpose: { purchase: 'pack', ownerId: accountId, accountId, bodyDigest, commandId, identifier },
      offer: () =>
        lane.offer({
          purchase: 'pack',
          amountMicros: centsToMicros(BigInt(packCents)),
          url,
          description: `Credits for ${packCents / 100} dollars`,
        }),
      // The credits are all that is paid for.
      work: async ({ id }) => void (await changeClaim(deps, id, { type: 'work_done' })),
    }
    const until = deadline - answerMs
    const taken =
      payment === null ? await takeAgain(deps, sale, until) : await takePayment(deps, sale, payment, until)
    if (taken === null) throw paymentRequired(await sale.offer(null), 'A credit pack is paid for with x402.')
    const { claim, isRepetition: isReplayed } = taken
    const { state } = claim
    if (state.name === 'refused') throw paymentFailed(lane, await sale.offer(claim), claim, state.reason)
    if (state.name !== 'settled') throw paymentUnknown()
    const paymentResponse = await lane.receipted(claim, url)
    return { accepted: acceptedPack(claim.id, packCents), paymentResponse, isReplayed }
  }
}

function acceptedPack(claimId: string, packCents: Reply['accepted']['pack_cents']): Reply['accepted'] {
  return {
    status: 'payment_accepted',
    purchase_id: purchaseOfClaim(claimId),
    pack_cents: packCents,
    balance_url: readBalance.http.path,
  }
}
