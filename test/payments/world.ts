import { type RunningStripe, startStripe } from '@outturn/local-servers'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { startPayments } from '../system/local-payments.ts'
import { startSystem, type System } from '../system/running-system.ts'

/** A system that sells by both rails, with the chain, the facilitator and the processor that its payers pay through. */
export type World = {
  readonly system: System
  readonly operator: Operator
  readonly payments: Awaited<ReturnType<typeof startPayments>>
  readonly stripe: RunningStripe
  /** Accounts that buy packs. */
  readonly accounts: readonly Account[]
  stop(): Promise<void>
}

const buyers = 12

/** Starts all of it, each service in a process of its own. */
export async function openWorld(): Promise<World> {
  const [payments, stripe] = await Promise.all([startPayments(), startStripe()])
  const system = await startSystem('spread', {
    gateway: { RATE_QUOTA: '1000000' },
    billing: {
      ...payments.settings,
      OUTTURN_MPP_SECRET: 'authenticates the challenges of a random run',
      OUTTURN_STRIPE_SECRET_KEY: stripe.secretKey,
      OUTTURN_STRIPE_NETWORK_ID: stripe.networkId,
      OUTTURN_STRIPE_URL: stripe.url,
      OUTTURN_RESERVATION_CHECK_MS: '2000',
      OUTTURN_RESERVATION_GIVE_UP_MS: '5000',
    },
  })
  const operator = await connectOperator(system.file())
  const accounts = await Promise.all(Array.from({ length: buyers }, () => operator.openAccount()))
  return {
    system,
    operator,
    payments,
    stripe,
    accounts,
    async stop() {
      await operator.close()
      await system.stop()
      await payments.stop()
      await stripe.stop()
    },
  }
}
