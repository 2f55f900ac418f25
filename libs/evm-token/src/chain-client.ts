import { createPublicClient, http, type PublicClient } from 'viem'

/** A client of a chain whose errors name the host alone: providers put a key into the rest of the address. */
export function chainClient(rpcUrl: string, timeoutMs: number): PublicClient {
  const address = new URL(rpcUrl)
  // With the name and password of the address, of which viem makes a header.
  const shown = new URL('/', address).href
  address.username = ''
  address.password = ''
  return createPublicClient({
    transport: http(shown, {
      timeout: timeoutMs,
      retryCount: 1,
      fetchFn: (_, init) => fetch(address, init),
    }),
  })
}
