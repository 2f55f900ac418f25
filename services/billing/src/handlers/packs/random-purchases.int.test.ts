import fc from 'fast-check'
import { Refusal } from '@outturn/contracts'
import { refusalOfPending } from '@outturn/testkit/refusals'
import type { StripeFault } from '@outturn/local-servers'
import { expect, test } from 'vitest'
import { readDriftingAccounts, readLedgerTotals } from '../../store/balances.ts'
import { resumePurchases } from '../../sweepers/resume-purchases.ts'
import { accountId, send, testBilling, testNow } from '../../testing/open-billing.ts'
import { openMpp, payment } from '../../testing/open-mpp.ts'
import { handleBuyPackByMpp } from './buy-pack-by-mpp.ts'

const { open } = await testBilling()
const { stripe, lane } = await openMpp()
const instances = [open({ mpp: lane() }), open({ mpp: lane() })]
const [billing] = instances as [(typeof instances)[number]]
const dayMs = 86_400_000
const runs = 2

type Purchase = {
  account: number
  packCents: 500 | 1_000 | 2_000
  paymentMethod: string
  faults: readonly StripeFault[]
  /** How often the payment is sent at once, and again when an answer is there. */
  atOnce: number
  again: number
}

const faults = fc.constantFrom<StripeFault>('lost_before', 'lost_after', 'error_before', 'error_after')
const purchases = fc.array(
  fc.record<Purchase>({
    account: fc.integer({ min: 0, max: 2 }),
    packCents: fc.constantFrom(500, 1_000, 2_000),
    paymentMethod: fc.constantFrom('pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined'),
    faults: fc.array(faults, { maxLength: 2 }),
    atOnce: fc.integer({ min: 1, max: 3 }),
    again: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 25, maxLength: 25 },
)

let commands = 0

function buy(account: string, packCents: Purchase['packCents'], credential: string | null, now = testNow) {
  commands += 1
  const { deps } = instances[commands % 2] as (typeof instances)[number]
  return send(
    handleBuyPackByMpp(deps),
    { accountId: account, request: { pack_cents: packCents }, credential },
    { commandId: `cmd_random_${commands}`, deadline: Date.now() + 1_500, now },
  )
}

/** Whether a payment was taken; anything but an acceptance or a refusal is a defect. */
async function isAccepted(bought: ReturnType<typeof buy>): Promise<boolean> {
  try {
    await bought
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Buys as planned; what was accepted, in cents. */
async function pay({ account, packCents, paymentMethod, atOnce, again }: Purchase): Promise<number> {
  const owner = accountId(`random ${account}`)
  const header = (await refusalOfPending(buy(owner, packCents, null))).options.headers?.['www-authenticate']
  const credential = payment(header ?? '', stripe.grantToken({ amountCents: packCents, paymentMethod }))
  const answers = await Promise.all(
    Array.from({ length: atOnce }, () => isAccepted(buy(owner, packCents, credential))),
  )
  for (let repeats = 0; repeats < again; repeats += 1) {
    answers.push(await isAccepted(buy(owner, packCents, credential)))
  }
  return answers.includes(true) ? packCents : 0
}

test('after any purchases with any faults the ledger has what the processor took, and every acceptance was one', async () => {
  let accepted = 0
  let rounds = 0
  await fc.assert(
    fc.asyncProperty(purchases, async (plan) => {
      rounds += 1
      // Which call a fault befalls is open: all of them are under way at once.
      stripe.failNext(...plan.flatMap((purchase) => purchase.faults))
      const outcomes = await Promise.all(plan.map(pay))
      accepted += outcomes.reduce((sum, cents) => sum + cents, 0)
      for (const ms of [60_000, dayMs, 2 * dayMs]) {
        const now = new Date(testNow.getTime() + ms * rounds)
        // One that waits too long for the funds of its account is charged again in the next sweep.
        await resumePurchases(billing.deps, () => undefined, now).catch(() => undefined)
      }
      const taken = stripe.intents().reduce((sum, { amount_received: received }) => sum + received, 0)
      const { sumMicros, accounts } = await readLedgerTotals(billing.deps.db)
      const booked = accounts.find(({ account }) => account === 'payments:mpp')?.balanceMicros ?? '0'
      expect([sumMicros, booked]).toEqual(['0', String(-taken * 10_000)])
      expect(taken).toBeGreaterThanOrEqual(accepted)
      expect(await readDriftingAccounts(billing.deps.db)).toEqual([])
      const { rows } = await billing.deps.pool.query(
        'select id from credit_purchase where finished_at is null',
      )
      expect(rows).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
