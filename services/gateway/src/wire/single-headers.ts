import type { IncomingMessage } from 'node:http'
import { invalid } from '@outturn/contracts'

/** Headers that decide who asks, whom, and which request this is, by the names they are documented under. */
const single = new Map(
  ['Authorization', 'Host', 'Idempotency-Key', 'PAYMENT-SIGNATURE', 'X-Api-Key'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

/** Refuses a header that stands twice where readers could take either: a proxy may have checked the other one. */
export function assertSingleHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): void {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = single.get((rawHeaders[at] ?? '').toLowerCase())
    if (name === undefined) continue
    if (seen.has(name)) {
      throw invalid(name, `The request has the header ${name} more than once.`, {
        reason: 'repeated_header',
        remediation: `Send ${name} once.`,
      })
    }
    seen.add(name)
  }
}
