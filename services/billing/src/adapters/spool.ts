import {
  appraiseDelivery,
  commandOfPayment,
  deliveryInput,
  type OneCallRequest,
  type Principal,
  readRunOutcome,
  verifyDelivery,
} from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'
import type { RunOutcome } from '../domain/ledger/abandoned-run.ts'

const deadlineMs = 2_000

/** Asks how a run ended; refuses with `configuration_unavailable` without an answer within two seconds. */
export function askRunOutcome(bus: Bus, runId: string, now: Date): Promise<RunOutcome> {
  return bus.request(
    readRunOutcome,
    { runId },
    {
      principal: { kind: 'service', service: 'billing' },
      deadline: now.getTime() + deadlineMs,
      requestId: `billing-check-${runId}`,
    },
  )
}

/** The holder of a wallet, for whom a delivery is verified. */
export type Wallet = Principal & { kind: 'wallet' }

type Hop = Pick<RequestOptions, 'deadline' | 'requestId'>

/** One-call verifications that are paid for by themselves, as the Spool service does them. */
export type Deliveries = {
  /** Compiles from plain text that a request needs; refuses a request that could not be verified. */
  appraise(request: OneCallRequest, wallet: Wallet, hop: Hop): Promise<{ freeTextCompiles: number }>
  /** The answer of the verification, the same text for every repetition; refuses as the verification does. */
  verify(
    delivery: { request: OneCallRequest; paymentId: string; bodyDigest: string },
    wallet: Wallet,
    hop: Hop,
  ): Promise<string>
}

export function deliveriesOver(bus: Bus): Deliveries {
  return {
    appraise: (request, wallet, hop) =>
      bus.request(appraiseDelivery, deliveryInput(request), { ...hop, principal: wallet }),
    async verify({ request, paymentId, bodyDigest }, wallet, hop) {
      const options = { ...hop, principal: wallet, commandId: commandOfPayment(paymentId), bodyDigest }
      const input = { ...deliveryInput(request), paymentId }
      const { bytes } = await bus.requestBytes(verifyDelivery, input, options)
      return Buffer.from(bytes).toString()
    },
  }
}
