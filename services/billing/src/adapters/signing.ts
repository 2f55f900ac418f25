import { type PaymentStatement, Refusal, signPaymentStatements } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { Clock, Log } from '@outturn/service'
import { randomUUID } from 'node:crypto'
import type { SignStatements } from './x402-extensions.ts'

/** How long a challenge or an answer waits for its signature, ms; it goes without one afterwards. */
const signingMs = 1_500
/** Time after a failure in which the signing service is not called, ms: a payment challenge does not wait for a service that is down. */
const pauseMs = 5_000

/** Asks the signing service; refuses as it does. */
type Ask = (statements: readonly PaymentStatement[], deadline: number) => Promise<readonly string[]>

/** The signing service, as offers and receipts of payments are signed by it. */
export function statementsOver(bus: Bus, clock: Clock, log: Pick<Log, 'info' | 'error'>): SignStatements {
  const ask: Ask = async (statements, deadline) => {
    const options = {
      principal: { kind: 'service', service: 'billing' } as const,
      deadline,
      requestId: `billing-sign-${randomUUID()}`,
    }
    return (await bus.request(signPaymentStatements, { statements: [...statements] }, options)).signed
  }
  return signedBy(ask, clock, log)
}

/** Statements as a service signs them that may not answer. It is logged when it stops signing and when it signs again. */
export function signedBy(ask: Ask, clock: Clock, log: Pick<Log, 'info' | 'error'>): SignStatements {
  let failedAt: number | null = null
  return async (statements) => {
    const now = clock.now().getTime()
    if (failedAt !== null && now < failedAt + pauseMs) return null
    try {
      const signed = await ask(statements, now + signingMs)
      if (failedAt !== null) log.info('offers and receipts of payments are signed again')
      failedAt = null
      return signed
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (failedAt === null) log.error({ err: error }, 'offers and receipts of payments go unsigned')
      failedAt = clock.now().getTime()
      return null
    }
  }
}
