import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { Answer } from '../http/route.ts'

const compress = promisify(gzip)

/** Smaller files gain nothing. */
const minBytes = 1_024

/** A file that is the same for every reader, as it is and as it goes over the wire. */
export type StaticText = { readonly bytes: Uint8Array; readonly compressed: Uint8Array | null }

/**
 * A text file with its compressed form; other files have none. Only what is the same for every reader is compressed: the length of a page with
 * a secret and a text of an attacker would tell of the secret.
 */
export async function toStaticText(bytes: Uint8Array, contentType: string): Promise<StaticText> {
  if (bytes.byteLength < minBytes || !/^text\/|\/json|\+json|\+xml/.test(contentType)) {
    return { bytes, compressed: null }
  }
  return { bytes, compressed: await compress(bytes, { level: 9 }) }
}

/** Whether the answer to these headers is the compressed form. */
export function takesGzip(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const given = headers['accept-encoding']
  if (typeof given !== 'string') return false
  return new Negotiator({ headers: { 'accept-encoding': given } }).encoding(['gzip', 'identity']) === 'gzip'
}

/** The answer with the bytes that a reader takes, and with the headers that caches between need. */
export function encodedAnswer(answer: Answer, { compressed }: StaticText, isGzip: boolean): Answer {
  if (compressed === null) return answer
  const { headers = {} } = answer
  const vary = headers['vary'] === undefined ? 'accept-encoding' : `${headers['vary']}, accept-encoding`
  const isEncoded = isGzip && answer.status === 200
  return {
    ...answer,
    ...(isEncoded && { body: compressed }),
    headers: { ...headers, vary, ...(isEncoded && { 'content-encoding': 'gzip' }) },
  }
}
