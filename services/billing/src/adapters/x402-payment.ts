import { invalid } from '@outturn/contracts'
import { isSameAddress, parseAddress } from '@outturn/evm-token/address'
import { plainSignature, transferDigest } from '@outturn/evm-token/signature'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { validatePaymentPayload } from '@x402/core/schemas'
import type { x402ResourceServer } from '@x402/core/server'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { z } from 'zod'
import type { AcceptedPayment, Article, Offer, PresentedPayment } from '../domain/payments/lane.ts'
import { bazaar, type Extensions, identifierIn } from './x402-extensions.ts'

/** The token of a lane, and the name and version under which its holders sign. */
export type PaymentToken = {
  /** CAIP-2, of an EVM chain: `eip155:8453`. */
  readonly network: string
  readonly asset: string
  readonly tokenName: string
  readonly tokenVersion: string
}

/** Longest header of a payment: with the extensions that it sends back, and a signature of a contract, which has more than 65 bytes. */
const maxHeaderLength = 15_360

const address = z.string().transform((text, context) => {
  const bytes = parseAddress(text)
  if (bytes !== null) return bytes
  context.addIssue({
    code: 'custom',
    message: 'an address is 0x and 40 hex digits, in one case or with its EIP-55 checksum',
  })
  return z.NEVER
})
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)
const ExactPayload = z.object({
  // Accepts any text: a signature that is not the payer's is refused later, as a refused payment.
  signature: z.string(),
  authorization: z.object({
    from: address,
    to: address,
    value: decimal,
    validAfter: decimal,
    validBefore: decimal,
    nonce: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/)
      .transform((text) => text.toLowerCase() as `0x${string}`),
  }),
})
/** Reads the header of a payment by x402; refuses one that is none. */
export async function readPayment(header: string, token: PaymentToken): Promise<PresentedPayment> {
  if (header.length > maxHeaderLength) throw notAPayment(`is longer than ${maxHeaderLength} characters`)
  const payload = decoded(header)
  const checked = ExactPayload.safeParse(payload.payload)
  if (!checked.success) throw notAPayment(`has no usable payload${problemOf(checked.error)}`)
  const { authorization } = checked.data
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const digest = transferDigest(authorization, domainOf(token))
  const plain = digest === null ? null : await plainSignature(digest, checked.data.signature, from)
  const signature = plain ?? checked.data.signature
  return {
    authorization: { network: token.network, asset: token.asset.toLowerCase(), payer: from, nonce },
    payTo: to,
    amountMicros: BigInt(value),
    validAfter: instant(validAfter),
    validBefore: instant(validBefore),
    signature,
    isSignedByKey: plain !== null,
    digest,
    identifier: identifierIn(payload.extensions),
    extensionsText: payload.extensions === undefined ? null : JSON.stringify(payload.extensions),
    url: payload.resource?.url ?? null,
    acceptedText: JSON.stringify(payload.accepted),
    transferText: JSON.stringify({ signature, authorization }),
  }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const path = issue === undefined || issue.path.length === 0 ? '' : `.${issue.path.join('.')}`
  return issue?.code === 'custom' ? `${path}: ${issue.message}` : path
}

function decoded(header: string): PaymentPayload {
  try {
    const value: unknown = decodePaymentSignatureHeader(header)
    const payload = validatePaymentPayload(value)
    if (payload.x402Version === 2) return payload as PaymentPayload
  } catch {
    throw notAPayment('is not base64 of the JSON of a payment payload')
  }
  throw notAPayment('is not of x402 version 2')
}

function notAPayment(problem: string) {
  return invalid('PAYMENT-SIGNATURE', `The payment ${problem}.`, {
    remediation:
      'Send the call without a payment, sign one of the accepts of the answer and repeat the call with it.',
  })
}

/** The latest instant that a date can be. */
const latest = 8_640_000_000_000n

function instant(seconds: string): Date {
  const value = BigInt(seconds)
  return new Date(Number(value < latest ? value : latest) * 1_000)
}

function domainOf({ network, asset, tokenName: name, tokenVersion: version }: PaymentToken) {
  const chainId = Number(network.slice(network.indexOf(':') + 1))
  return { name, version, chainId, verifyingContract: asset.toLowerCase() as `0x${string}` }
}

/**
 * The payment of an offer in the form in which it is settled; null when it is for another one. The facilitator is sent what was
 * signed and what is required, in our spelling, and nothing else of what a payer wrote.
 */
export function acceptedPayment(
  server: Pick<x402ResourceServer, 'findMatchingRequirements'>,
  payment: PresentedPayment,
  { requirements, article, members }: Offer,
): AcceptedPayment | null {
  const accepted = JSON.parse(payment.acceptedText) as PaymentRequirements
  const matching = requirements.find((each) => {
    const advertised = JSON.parse(each.text) as PaymentRequirements
    const payload = { x402Version: 2, accepted: inSpellingOf(advertised, accepted) } as PaymentPayload
    return server.findMatchingRequirements([advertised], payload) !== undefined
  })
  if (matching === undefined || matching.amountMicros !== payment.amountMicros) return null
  if (!isSameAddress(matching.payTo, payment.payTo)) return null
  const payload = {
    x402Version: 2,
    resource: resourceOf(article),
    accepted: JSON.parse(matching.text) as PaymentRequirements,
    payload: JSON.parse(payment.transferText) as PaymentPayload['payload'],
    // From it the facilitator learns what it can list.
    extensions: discoveryIn(members),
  }
  return {
    requirement: matching,
    signed: { payload: JSON.stringify(payload), requirements: matching.text },
    isSignedByKey: payment.isSignedByKey,
  }
}

function discoveryIn(members: Offer['members']): Extensions {
  const { [bazaar]: discovery } = members['extensions'] as Extensions
  return discovery === undefined ? {} : { [bazaar]: discovery }
}

/** What an article is, as the protocol names it. */
export function resourceOf({ url, description }: Article) {
  return { url, description, mimeType: 'application/json' }
}

/** What a payer accepted, with the addresses that are those of the requirement spelled as it spells them. */
function inSpellingOf(advertised: PaymentRequirements, accepted: PaymentRequirements): PaymentRequirements {
  const spelled = (name: 'asset' | 'payTo') =>
    isSameAddress(advertised[name], accepted[name]) ? advertised[name] : accepted[name]
  return { ...accepted, asset: spelled('asset'), payTo: spelled('payTo') }
}
