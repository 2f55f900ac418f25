import { parseStrictJson } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import { type TrustSet, parseKeyDocument } from '../keys/trust-set.ts'

const maxBytes = 1_048_576
const timeoutMs = 10_000

export interface ServiceKeysOptions {
  /** Public root key, 32 bytes: the key document counts only with its signature. */
  readonly rootKey?: Uint8Array
  /** How long keys are used before they are read again, in seconds. @default 3600 */
  readonly refreshSeconds?: number
  /** Path of the key document. @default /.well-known/outturn-keys.json */
  readonly path?: string
}

const keysPath = '/.well-known/outturn-keys.json'

/** Reads the key document of a service at its address. */
export function fetchKeyDocument(address: string, path: string = keysPath): Promise<unknown> {
  return fetchJson(urlAt(address, path))
}

/**
 * A function that reads the keys of a service at its address, keeps them, and reads them again from time to time. Where they cannot be
 * read again, the last ones go on for as long again. Without a root key the keys are trusted because TLS shows that they come from there.
 */
export function serviceKeys(
  address: string,
  { rootKey, refreshSeconds = 3_600, path = keysPath }: ServiceKeysOptions = {},
): () => Promise<TrustSet> {
  const url = urlAt(address, path)
  let kept: { readonly trustSet: TrustSet; readonly readAt: number } | undefined
  let reading: Promise<TrustSet> | undefined
  async function read(): Promise<TrustSet> {
    try {
      const document = await fetchJson(url)
      const trustSet = parseKeyDocument(document, { ...(rootKey && { rootKey }), suite: nodeSuite })
      kept = { trustSet, readAt: Date.now() }
      return trustSet
    } catch (error) {
      if (kept !== undefined && ageOf(kept.readAt) < 2 * refreshSeconds) return kept.trustSet
      throw error
    } finally {
      reading = undefined
    }
  }
  return async () => {
    if (kept !== undefined && ageOf(kept.readAt) < refreshSeconds) return kept.trustSet
    reading ??= read()
    return reading
  }
}

/** A function that reads the present status of a receipt at the address of its service. The signature in it is what counts. */
export function serviceStatus(address: string): (receiptId: string) => Promise<unknown> {
  return async (receiptId) => {
    // The id is a text of the sender until the receipt is verified.
    if (!/^ocr_[0-9a-f]{24}$/.test(receiptId)) throw new Error('The receipt has no id that a service gives.')
    return fetchJson(urlAt(address, `/api/v1/receipts/${receiptId}/status`))
  }
}

function ageOf(readAt: number): number {
  return (Date.now() - readAt) / 1_000
}

function urlAt(address: string, path: string): URL {
  const url = new URL(path, address)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url
  throw new Error(`${address} must be an https address: what it answers decides which receipts count.`)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > maxBytes) throw new Error(`${url.href} answers more than ${maxBytes} bytes.`)
  return parseStrictJson(bytes)
}
