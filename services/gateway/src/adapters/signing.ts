import { readKeyDocument } from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'

/** Rejects when the signing service does not answer before the deadline. */
export async function assertSigningAnswers(
  bus: Pick<Bus, 'request'>,
  options: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<void> {
  await bus.request(readKeyDocument, {}, { ...options, principal: { kind: 'service', service: 'gateway' } })
}
