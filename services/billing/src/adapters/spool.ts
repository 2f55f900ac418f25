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

/** For whom a delivery is verified: the account whose key came with the payment, else the holder of the wallet. */
export type Buyer = Principal & { kind: 'account' | 'wallet' }

type Hop = Pick<RequestOptions, 'deadline' | 'requestId'>

/** One-call verifications that are paid for by themselves, as the Spool service does them. */
export type Deliveries = {
  /** Compiles from plain text that a request needs; refuses a request that could not be verified. */
  appraise(request: OneCallRequest, buyer: Buyer, hop: Hop): Promise<{ freeTextCompiles: number }>
  /** The answer of the verification, the same text for every repetition; refuses as the verification does. */
  verify(
    delivery: { request: OneCallRequest; paymentId: string; bodyDigest: string },
    buyer: Buyer,
    hop: Hop,
  ): Promise<string>
}

export function deliveriesOver(bus: Bus): Deliveries {
  return {
    appraise: (request, buyer, hop) =>
      bus.request(appraiseDelivery, deliveryInput(request), { ...hop, principal: buyer }),
    async verify({ request, paymentId, bodyDigest }, buyer, hop) {
      const commandId = commandOfPayment(paymentId, buyer.kind === 'account')
      const options = { ...hop, principal: buyer, commandId, bodyDigest }
      const input = { ...deliveryInput(request), paymentId }
      const { bytes } = await bus.requestBytes(verifyDelivery, input, options)
      return Buffer.from(bytes).toString()
    },
  }
}
