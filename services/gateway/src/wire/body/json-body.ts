import type { IncomingHttpHeaders } from 'node:http'
import { type JsonValue, type StrictJsonCode, StrictJsonError, parseStrictJson } from '@outturn/canonical'
import { Refusal, unprocessable } from '@outturn/contracts'
import { readMediaType } from '../media-types.ts'
import { shownField } from '../shown-field.ts'

/** Names of UTF-8, the only encoding of a body. */
const utf8: ReadonlySet<string> = new Set(['utf-8', 'utf8'])

/** Codes of a text that is no JSON at all; the others are JSON that readers would understand differently. */
const notJson: ReadonlySet<StrictJsonCode> = new Set<StrictJsonCode>(['syntax', 'invalid_utf8'])

/** Refuses a body that is not plain JSON, before a byte of it is read. */
export function assertJsonBody(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Refusal('invalid_json', 'A compressed body is not accepted.', {
      reason: 'content_encoding',
      remediation: 'Send the body as it is, without Content-Encoding.',
    })
  }
  const type = readMediaType(headers['content-type'])
  if (type?.essence !== 'application/json' || !utf8.has(type.charset ?? 'utf-8')) {
    throw new Refusal('invalid_json', 'The Content-Type is not application/json.', { reason: 'content_type' })
  }
}

/** A byte order mark in front of a body says nothing and is passed over. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isMarked ? bytes.subarray(3) : bytes
}

/** The JSON value of a body; refuses what two readers could understand differently, with the path of the member. */
export function parseBody(bytes: Uint8Array): JsonValue {
  try {
    return parseStrictJson(withoutMark(bytes))
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    throw refusalOf(error)
  }
}

const asText = 'Send it as text, in quotes, such as "1234567890123456789".'

function refusalOf({ code, message, path }: StrictJsonError): Refusal {
  const field = shownField(path)
  if (code === 'number_too_long') {
    const tooLong = 'The number has more than 100 digits, or is nearer to 0 than 1e-1000.'
    return unprocessable(field, tooLong, { reason: code, remediation: asText })
  }
  return new Refusal(notJson.has(code) ? 'invalid_json' : 'validation_failed', message, {
    reason: code,
    ...(path !== '' && { field }),
    ...(code === 'number_out_of_range' && { remediation: asText }),
  })
}
