import { readKeyDocument } from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'

/** Rejects when the signing service does not answer before the deadline, and when it has no key to sign receipts with. */
export async function assertCanSign(
  bus: Pick<Bus, 'environment' | 'request'>,
  options: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<void> {
  const principal = { kind: 'service', service: 'gateway' } as const
  const { receipts } = await bus.request(readKeyDocument, {}, { ...options, principal })
  if (!receipts[bus.environment].some(({ status }) => status === 'active')) {
    throw new Error('no key for receipts is active')
  }
}
