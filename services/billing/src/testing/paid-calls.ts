import { afterEach } from 'vitest'
import { readLedgerTotals } from '../store/balances.ts'
import { testBilling } from './open-billing.ts'
import { challengeOf, deliveryRequest, KeptDeliveries, openLane, paymentRig, signer } from './payments.ts'

/** Price of one call of `deliveryRequest` without further texts. */
export const priceMicros = 100_000n

/** Billing that takes payments for single calls on a real chain, for one test file. */
export async function paidCalls() {
  const { open } = await testBilling()
  const rig = await paymentRig()
  const clock = { now: () => new Date() }
  const lane = await openLane(rig.settings)
  const deliveries: KeptDeliveries = new KeptDeliveries(() => deps)
  const { deps } = open({ payments: { x402: lane, deliveries, clock } })
  afterEach(() => {
    deliveries.refuse = null
    deliveries.meanwhile = null
    signer.isReachable = true
  })
  return {
    open,
    rig,
    clock,
    lane,
    deliveries,
    deps,
    /** A wallet with a request of its own and the payment for it. */
    async prepared(name: string) {
      const payer = await rig.payer()
      const request = deliveryRequest(name)
      const challenge = await challengeOf(deps, { request })
      return { payer, request, challenge, payment: await payer.pay(challenge) }
    },
    /** What the ledger says of payments and the chain of the payee, in micros. */
    async readBooks() {
      const { sumMicros, accounts } = await readLedgerTotals(deps.db)
      const balances = new Map(accounts.map(({ account, balanceMicros }) => [account, balanceMicros]))
      return {
        sumMicros,
        bookedMicros: balances.get('payments:x402'),
        owedMicros: balances.get('receivable'),
        receivedMicros: await rig.chain.balanceOf(rig.settings.payTo as `0x${string}`),
      }
    },
  }
}
