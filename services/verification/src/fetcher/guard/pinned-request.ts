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

export type PinnedDocumentRequest = Omit<PinnedRequest, 'method'> & {
  /** Request headers beside those of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
}

/** A document as it was answered; its body is null unless it is of status 200 and within the limit. */
export type PinnedDocument = {
  readonly status: number
  readonly etag: string | null
  readonly body: Uint8Array | null
  readonly isEncoded: boolean
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

/** The same with the body, as far as it is within the limit. */
export async function readPinned(request: PinnedDocumentRequest): Promise<PinnedDocument> {
  const client = new Client(request.url.origin, {
    connect: connectToOneOf(request.addresses),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
  })
  try {
    const response = await client.request({
      path: `${request.url.pathname}${request.url.search}`,
      method: 'GET',
      headers: {
        accept: 'application/json',
        ...request.headers,
        'user-agent': request.userAgent,
        'accept-encoding': 'identity',
      },
      reset: true,
      signal: request.signal,
    })
    const { statusCode: status, headers } = response
    const etag = typeof headers['etag'] === 'string' ? headers['etag'] : null
    const encoding = headers['content-encoding']
    const isEncoded = encoding !== undefined && encoding !== 'identity'
    response.body.on('error', () => {})
    const isRead = status === 200 && !isEncoded
    const body = isRead ? await readBounded(response.body, request.maxBytes) : null
    response.body.destroy()
    return { status, etag, body, isEncoded }
  } finally {
    await client.destroy()
  }
}

/** The bytes of a body; null once it is longer than the limit. */
async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
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
