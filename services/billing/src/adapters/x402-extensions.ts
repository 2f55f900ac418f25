import { invalid, type PaymentStatement } from '@outturn/contracts'
import { z } from 'zod'

/** Extensions of x402 by name, each `{ info, schema }`, as a challenge, a payment or its answer carries them. */
export type Extensions = Readonly<Record<string, unknown>>

/** Names of the extensions that are offered here. */
export const offerReceipt = 'offer-receipt'
export const paymentIdentifier = 'payment-identifier'
export const bazaar = 'bazaar'

const draft = 'https://json-schema.org/draft/2020-12/schema'
const text = { type: 'string' }
const whole = { type: 'integer' }
const identifierPattern = '^[a-zA-Z0-9_-]+$'
const identifierLength = { min: 16, max: 128 }

/** Says that a payer may, or must, name its payment by an id of its own. */
export function identifierExtension(required: boolean) {
  const id = {
    type: 'string',
    minLength: identifierLength.min,
    maxLength: identifierLength.max,
    pattern: identifierPattern,
  }
  return {
    info: { required },
    schema: {
      $schema: draft,
      type: 'object',
      properties: { required: { type: 'boolean' }, id },
      required: ['required'],
    },
  }
}

const Identifier = z
  .string()
  .min(identifierLength.min)
  .max(identifierLength.max)
  .regex(new RegExp(identifierPattern))

/**
 * The id that a payer gave its payment; null where it gave none, as a client does that sends the extension back as it came. The schema
 * that comes with it is the payer's word, and is not read.
 */
export function identifierIn(extensions: Extensions | undefined): string | null {
  const extension = extensions?.[paymentIdentifier]
  if (extension === undefined) return null
  const info: unknown = isObject(extension) ? extension['info'] : undefined
  const id = isObject(info) ? info['id'] : null
  if (id === undefined) return null
  const checked = Identifier.safeParse(id)
  if (checked.success) return checked.data
  throw invalid(
    'PAYMENT-SIGNATURE',
    'The id in extensions.payment-identifier.info of the payment is not 16 to 128 letters, digits, hyphens and underscores.',
    {
      remediation: 'Give the payment an id of this form, or send the extension back as the challenge has it.',
    },
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The signed form of what has to be paid: one offer for each of the ways to pay, in their order. */
export function offersExtension(signed: readonly string[]) {
  return {
    info: { offers: signed.map((signature, acceptIndex) => ({ format: 'jws', acceptIndex, signature })) },
    schema: {
      $schema: draft,
      type: 'object',
      properties: {
        offers: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              format: text,
              acceptIndex: whole,
              payload: {
                type: 'object',
                properties: {
                  version: whole,
                  resourceUrl: text,
                  scheme: text,
                  network: text,
                  asset: text,
                  payTo: text,
                  amount: text,
                  validUntil: whole,
                },
                required: ['version', 'resourceUrl', 'scheme', 'network', 'asset', 'payTo', 'amount'],
              },
              signature: text,
            },
            required: ['format', 'signature'],
          },
        },
      },
      required: ['offers'],
    },
  }
}

/** The signed proof that a resource was paid for and delivered. */
export function receiptExtension(signature: string) {
  return {
    info: { receipt: { format: 'jws', signature } },
    schema: {
      $schema: draft,
      type: 'object',
      properties: {
        receipt: {
          type: 'object',
          properties: {
            format: text,
            payload: {
              type: 'object',
              properties: {
                version: whole,
                network: text,
                resourceUrl: text,
                payer: text,
                issuedAt: whole,
                transaction: text,
              },
              required: ['version', 'network', 'resourceUrl', 'payer', 'issuedAt'],
            },
            signature: text,
          },
          required: ['format', 'signature'],
        },
      },
      required: ['receipt'],
    },
  }
}

/** Signs statements on payments; null while they cannot be signed: a payment does not wait for that. */
export type SignStatements = (statements: readonly PaymentStatement[]) => Promise<readonly string[] | null>
