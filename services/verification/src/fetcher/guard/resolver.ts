import { Resolver } from 'node:dns/promises'

/** Every address that a name has now; empty when it has none. */
export type ResolveAddresses = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

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
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
