import { type CommandOutput, readPaymentLanes } from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'

/** Which lanes take payments; rejects when the billing service does not answer before the deadline. */
export function paymentLanes(
  bus: Pick<Bus, 'request'>,
  options: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<CommandOutput<typeof readPaymentLanes>> {
  const principal = { kind: 'service', service: 'gateway' } as const
  return bus.request(readPaymentLanes, {}, { ...options, principal })
}
