import { buildConnector, Client } from 'undici'
import { isSameAddress } from '@outturn/checkers'

export type PinnedRequest = {
  readonly url: URL
  readonly method: 'HEAD' | 'GET'
  /** Addresses that were checked, in the order to try them; nothing else is dialled. */
  readonly addresses: readonly string[]
  readonly userAgent: string
  readonly signal: AbortSignal
}

export type PinnedResponse = { readonly status: number; readonly location: string | null }

/** Longest that one address is tried before the next, ms. */
const connectTimeoutMs = 3_000
const maxHeaderBytes = 16 * 1024

/**
 * Sends one request over a connection of its own to a checked address, with the Host and SNI of the URL. Resolves at the
 * end of the response's headers and closes the connection: no body is read, decoded or kept, and no redirect followed.
 */
export async function requestPinned(request: PinnedRequest): Promise<PinnedResponse> {
  const client = new Client(request.url.origin, {
    connect: connectToOneOf(request.addresses),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
  })
  try {
    const response = await client.request({
      path: `${request.url.pathname}${request.url.search}`,
      method: request.method,
      headers: { 'user-agent': request.userAgent, accept: '*/*', 'accept-encoding': 'identity' },
      reset: true,
      signal: request.signal,
    })
    response.body.on('error', () => {}).destroy()
    const location = response.headers['location']
    return { status: response.statusCode, location: typeof location === 'string' ? location : null }
  } finally {
    await client.destroy()
  }
}

/** A connector that ignores the name it is given and dials the addresses in turn until one answers. */
function connectToOneOf(addresses: readonly string[]): buildConnector.connector {
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    maxCachedSessions: 0,
    autoSelectFamily: false,
  })
  return (options, callback) => {
    const tryFrom = (index: number, lastError: Error): void => {
      const address = addresses[index]
      if (address === undefined) {
        callback(lastError, null)
        return
      }
      dial({ ...options, hostname: address }, (error, socket) => {
        if (error !== null) {
          tryFrom(index + 1, error)
          return
        }
        if (!isSameAddress(socket.remoteAddress ?? '', address)) {
          socket.destroy()
          callback(new Error('connected to an address that was not checked'), null)
          return
        }
        callback(null, socket)
      })
    }
    tryFrom(0, new Error('no address to dial'))
  }
}
