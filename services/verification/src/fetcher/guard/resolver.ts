import { Resolver } from 'node:dns/promises'

/** Every address that a name has now; empty when it has none. Throws ResolverUnavailable when no name server answers. */
export type ResolveAddresses = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

/** No configured name server answers, whatever it is asked: the fault is the service's, and says nothing of the name. */
export class ResolverUnavailable extends Error {
  override readonly name = 'ResolverUnavailable'
}

/** What name servers answer of a name that has no address. */
const answeredCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the configured name servers for both address families. Neither the hosts file nor search domains are used, so a
 * bare name never means a host inside the network.
 */
export const resolveByDns: ResolveAddresses = async (hostname, signal) => {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const isAnswered = answers.some(
      (answer) =>
        answer.status === 'fulfilled' || answeredCodes.has((answer.reason as { code?: unknown }).code),
    )
    if (!isAnswered && !signal.aborted && !(await answersForRoot(resolver))) {
      throw new ResolverUnavailable(`no name server answered for ${hostname}`)
    }
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Whether the name servers answer at all: every one of them knows those of the root. A name whose own servers are broken does not count. */
async function answersForRoot(resolver: Resolver): Promise<boolean> {
  return resolver.resolveNs('.').then(
    () => true,
    (error: { code?: unknown }) => answeredCodes.has(error.code),
  )
}
