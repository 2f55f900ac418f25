import { invalid, type PaymentLaneState, unavailable } from '@outturn/contracts'
import { evmToken } from '@outturn/evm-token/chain'
import type { Log } from '@outturn/service'
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import { validatePaymentPayload } from '@x402/core/schemas'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import {
  type Network,
  type PaymentPayload,
  type PaymentRequirements,
  SettleError,
  VerifyError,
} from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { z } from 'zod'
import type { SignedPayment } from '../domain/payments/claim.ts'
import type {
  Judgment,
  Offer,
  PaymentLane,
  PresentedPayment,
  Requirement,
  SettleAnswer,
} from '../domain/payments/lane.ts'

/** How a deployment is paid by x402: exact amounts of one token on one chain, by authorizations that its holder signs. */
export type X402Settings = {
  /** CAIP-2, of an EVM chain: `eip155:8453`. */
  readonly network: Network
  readonly asset: string
  /** Name and version under which the token's holders sign, which the chain must confirm. */
  readonly tokenName: string
  readonly tokenVersion: string
  readonly payTo: string
  readonly facilitatorUrl: string
  /** Sent to the facilitator as a bearer token; null for one that asks for none. */
  readonly facilitatorToken: string | null
  /** How long an answer of the facilitator is waited for; after that the chain is asked, ms. */
  readonly facilitatorTimeoutMs: number
  readonly rpcUrl: string
}

const rpcTimeoutMs = 3_000
/** How long a payment may take from its signature to its settlement, s. */
const maxTimeoutSeconds = 300
/** Longest header of a payment; a wallet that is a contract signs with much more than 65 bytes. */
const longestHeader = 8_192

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())
const decimal = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)
const ExactPayload = z.object({
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2})+$/),
  authorization: z.object({
    from: address,
    to: address,
    value: decimal.transform(BigInt),
    validAfter: decimal,
    validBefore: decimal,
    nonce: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/)
      .transform((text) => text.toLowerCase()),
  }),
})

export function x402Lane(settings: X402Settings, log: Pick<Log, 'info' | 'error'>): PaymentLane {
  const { network, asset, payTo } = settings
  const token = evmToken({ rpcUrl: settings.rpcUrl, asset, timeoutMs: rpcTimeoutMs })
  const server = new x402ResourceServer(facilitatorOf(settings)).register(network, new ExactEvmScheme())
  let state: PaymentLaneState = 'unreachable'

  function found(now: PaymentLaneState, detail: object = {}): void {
    if (now !== state) {
      if (now === 'open') log.info({ network, asset }, 'payments by x402 are taken')
      else log.error({ network, asset, state: now, ...detail }, 'payments by x402 are not taken')
    }
    state = now
  }

  return {
    state: () => state,
    async check() {
      if (state === 'open') return
      try {
        const live = await token.domain()
        const isExpected =
          `eip155:${live.chainId}` === network &&
          live.name === settings.tokenName &&
          live.version === settings.tokenVersion
        // Authorizations signed for another name or version would all be refused by the token.
        if (!isExpected) return found('mismatch', { live })
        await server.initialize()
        found('open')
      } catch (error) {
        if (state === 'unreachable')
          log.error({ err: error, network }, 'payments by x402 cannot be taken yet')
        found('unreachable')
      }
    },
    async offer(article) {
      const { tokenName: name, tokenVersion: version } = settings
      const requirements = await server.buildPaymentRequirements({
        scheme: 'exact',
        network,
        payTo,
        price: { amount: String(article.amountMicros), asset, extra: { name, version } },
        maxTimeoutSeconds,
      })
      const { url, description } = article
      const challenge = await server.createPaymentRequiredResponse(
        requirements,
        { url, description, mimeType: 'application/json' },
        'PAYMENT-SIGNATURE header is required',
      )
      const { x402Version, resource, accepts, extensions = {} } = challenge
      return {
        article,
        requirements: accepts.map(toRequirement),
        header: encodePaymentRequiredHeader(challenge),
        members: { x402Version, resource, accepts, extensions },
      }
    },
    read: (header) => readPayment(header, settings),
    requirementOf: (payment, offer) => matching(server, payment, offer),
    verify: (signed) => judged(server, signed),
    async settle(signed) {
      try {
        const { success, errorReason } = await server.settlePayment(payloadOf(signed), requirementsOf(signed))
        return success ? { name: 'accepted' } : settleRefusal(errorReason)
      } catch (error) {
        if (error instanceof SettleError) return settleRefusal(error.errorReason)
        // A lost answer says nothing of the money.
        log.error({ reason: (error as Error).message }, 'the facilitator did not say how a payment ended')
        return { name: 'unknown' }
      }
    },
    latestBlock: () => token.latestBlock().catch(unreachable),
    facts: ({ authorization: { payer, nonce }, amountMicros: units, sinceBlock, ...to }) =>
      token.facts({ payer, nonce, payTo: to.payTo, units, sinceBlock }),
    response({ authorization, amountMicros }, { transaction }) {
      const members = { network, transaction, payer: authorization.payer, amount: String(amountMicros) }
      return { members, header: encodePaymentResponseHeader({ success: true, ...members, network }) }
    },
    refusal: ({ authorization: { payer } }, reason) =>
      encodePaymentResponseHeader({ success: false, errorReason: reason, transaction: '', network, payer }),
  }
}

function facilitatorOf({
  facilitatorUrl,
  facilitatorToken,
  facilitatorTimeoutMs,
}: X402Settings): HTTPFacilitatorClient {
  const headers = { Authorization: `Bearer ${facilitatorToken}` }
  return new HTTPFacilitatorClient({
    url: facilitatorUrl,
    timeoutMs: facilitatorTimeoutMs,
    ...(facilitatorToken !== null && {
      createAuthHeaders: async () => ({ verify: headers, settle: headers, supported: headers }),
    }),
  })
}

function toRequirement(requirements: PaymentRequirements): Requirement {
  const { asset, network, payTo, amount } = requirements
  return { text: JSON.stringify(requirements), asset, network, payTo, amountMicros: BigInt(amount) }
}

function readPayment(header: string, { network, asset }: X402Settings): PresentedPayment {
  if (header.length > longestHeader) throw notAPayment(`is longer than ${longestHeader} characters`)
  const payload = decoded(header)
  const checked = ExactPayload.safeParse(payload.payload)
  if (!checked.success) {
    const [issue] = checked.error.issues
    throw notAPayment(`has no usable payload.${issue?.path.join('.')}`)
  }
  const { signature, authorization } = checked.data
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return {
    authorization: { network, asset: asset.toLowerCase(), payer: from, nonce },
    payTo: to,
    amountMicros: value,
    validAfter: instant(validAfter),
    validBefore: instant(validBefore),
    signature,
    url: payload.resource?.url ?? null,
    text: JSON.stringify(payload),
  }
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

function matching(
  server: x402ResourceServer,
  { text, payTo, amountMicros }: PresentedPayment,
  offer: Offer,
): Requirement | null {
  const all = offer.requirements.map(requirementsOfText)
  const found = server.findMatchingRequirements(all, JSON.parse(text) as PaymentPayload)
  const requirement = found === undefined ? null : toRequirement(found)
  if (requirement === null || requirement.payTo.toLowerCase() !== payTo) return null
  return requirement.amountMicros === amountMicros ? requirement : null
}

function requirementsOfText({ text }: Requirement): PaymentRequirements {
  return JSON.parse(text) as PaymentRequirements
}

function payloadOf({ payload }: SignedPayment): PaymentPayload {
  return JSON.parse(payload) as PaymentPayload
}

function requirementsOf({ requirements }: SignedPayment): PaymentRequirements {
  return JSON.parse(requirements) as PaymentRequirements
}

function settleRefusal(reason = 'unexpected_settle_error'): SettleAnswer {
  // The facilitator failed, or has not seen yet what becomes of what it sent.
  const isUndecided = reason === 'settlement_pending' || reason.startsWith('unexpected_')
  return isUndecided ? { name: 'unknown' } : { name: 'refused', reason: reasonOf(reason) }
}

/** A reason as the protocol has it; any other text of a facilitator is not passed on. */
function reasonOf(text: string): string {
  return /^[\w.-]{1,100}$/.test(text) ? text : 'invalid_payload'
}

async function judged(server: x402ResourceServer, signed: SignedPayment): Promise<Judgment> {
  const answer = await server
    .verifyPayment(payloadOf(signed), requirementsOf(signed))
    .catch((error: unknown) =>
      error instanceof VerifyError
        ? { isValid: false, invalidReason: error.invalidReason }
        : unreachable(error),
    )
  if (answer.isValid) return { isValid: true }
  const reason = answer.invalidReason ?? 'invalid_payload'
  // The facilitator failed, and says nothing of the payment.
  if (reason.startsWith('unexpected_')) return unreachable(new Error(reason))
  return { isValid: false, reason: reasonOf(reason) }
}

function unreachable(cause: unknown): never {
  throw Object.assign(
    unavailable('Payments cannot be checked now.', { reason: 'payment_lane_unreachable' }),
    { cause },
  )
}
