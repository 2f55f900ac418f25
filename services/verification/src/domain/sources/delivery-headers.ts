import { invalid, type Refusal } from '@outturn/contracts'

/** Names and values of headers as they were received, in their order. */
export type SentHeaders = readonly (readonly [name: string, value: string])[]

/** What the headers of a delivery say by Standard Webhooks. */
export type DeliveryHeaders = {
  readonly id: string
  /** Unix time as it was sent; part of what is signed. */
  readonly timestamp: string
  readonly signatures: readonly string[]
}

const maxSignatures = 16
const idForm = /^[\x21-\x2d\x2f-\x7e]{1,255}$/
const timestampForm = /^[1-9]\d{0,11}$/
const visibleWords = /^[\x20-\x7e]+$/

/** Reads the three headers of a delivery; refuses one that is missing, repeated or malformed, and a compressed body. */
export function readDeliveryHeaders(headers: SentHeaders): DeliveryHeaders {
  if (valuesOf(headers, 'content-encoding').length > 0) {
    throw invalid('content-encoding', 'A compressed body is not accepted.', {
      reason: 'content_encoding',
      remediation: 'Send the body as it is, without Content-Encoding.',
    })
  }
  const id = oneOf(headers, 'webhook-id')
  if (!idForm.test(id)) {
    throw malformed('webhook-id', 'must be 1 to 255 visible ASCII characters without "."')
  }
  const timestamp = oneOf(headers, 'webhook-timestamp')
  if (!timestampForm.test(timestamp)) {
    throw malformed('webhook-timestamp', 'must be the Unix time in whole seconds')
  }
  const text = oneOf(headers, 'webhook-signature')
  const signatures = text.split(' ').filter((entry) => entry !== '')
  if (!visibleWords.test(text) || signatures.length === 0 || signatures.length > maxSignatures) {
    throw malformed('webhook-signature', `must be 1 to ${maxSignatures} signatures, separated by spaces`)
  }
  return { id, timestamp, signatures }
}

function oneOf(headers: SentHeaders, name: string): string {
  const values = valuesOf(headers, name)
  const [value] = values
  if (value === undefined) {
    throw invalid(name, `The header ${name} is missing.`, {
      remediation:
        'Sign the delivery by Standard Webhooks and send webhook-id, webhook-timestamp and webhook-signature.',
    })
  }
  if (values.length > 1) {
    throw invalid(name, `The header ${name} was sent more than once.`, {
      reason: 'repeated_header',
      remediation: `Send ${name} once.`,
    })
  }
  return value
}

function malformed(name: string, rule: string): Refusal {
  return invalid(name, `The header ${name} ${rule}.`)
}

function valuesOf(headers: SentHeaders, name: string): string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value)
}
