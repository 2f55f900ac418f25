import { Refusal, signPaymentStatements } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { Clock, Log } from '@outturn/service'
import { randomUUID } from 'node:crypto'
import type { SignStatements } from './x402-extensions.ts'

/** How long a challenge or an answer waits for its signature, ms; it goes without one afterwards. */
const signingMs = 1_500

/** The signing service, as offers and receipts of payments are signed by it. */
export function statementsOver(bus: Bus, clock: Clock, log: Pick<Log, 'error'>): SignStatements {
  return async (statements) => {
    try {
      const { signed } = await bus.request(
        signPaymentStatements,
        { statements: [...statements] },
        {
          principal: { kind: 'service', service: 'billing' },
          deadline: clock.now().getTime() + signingMs,
          requestId: `billing-sign-${randomUUID()}`,
        },
      )
      return signed
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.error({ err: error }, 'a payment goes without its signed offer or receipt')
      return null
    }
  }
}
