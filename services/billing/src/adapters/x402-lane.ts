import {
  buyPackByX402,
  buyVerification,
  OneCallRequest,
  PackAccepted,
  PackRequest,
  PaidVerification,
  type PaymentLaneState,
  type PaymentStatement,
  unavailable,
} from '@outturn/contracts'
import { evmToken } from '@outturn/evm-token/chain'
import type { Clock, Log } from '@outturn/service'
import {
  decodePaymentResponseHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import {
  type Network,
  type PaymentPayload,
  type PaymentRequired,
  type PaymentRequirements,
  SettleError,
  VerifyError,
} from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import type { Purchase, SignedPayment } from '../domain/payments/claim.ts'
import type {
  AcceptedPayment,
  Article,
  Judgment,
  PaymentLane,
  Requirement,
  SettleAnswer,
} from '../domain/payments/lane.ts'
import { discoveryOf, type PaidRoute } from './x402-discovery.ts'
import {
  bazaar,
  type Extensions,
  identifierExtension,
  offerReceipt,
  offersExtension,
  paymentIdentifier,
  receiptExtension,
  type SignStatements,
} from './x402-extensions.ts'
import { acceptedPayment, readPayment, resourceOf } from './x402-payment.ts'

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
  /** Address under which the deployment is reached. */
  readonly publicUrl: string
  /** Each payment must carry an id that its payer gave it. */
  readonly requiresIdentifier: boolean
}

/** What a lane works with beside its settings. */
export type X402Parts = {
  readonly log: Pick<Log, 'info' | 'error'>
  readonly clock: Clock
  readonly sign: SignStatements
}

const paidRoutes: Record<Purchase, PaidRoute> = {
  verification: { ...buyVerification.http, body: OneCallRequest, answer: PaidVerification },
  pack: { ...buyPackByX402.http, body: PackRequest, answer: PackAccepted },
}

const rpcTimeoutMs = 3_000
/** How often an open lane is looked at, ms. */
const openLookMs = 30_000
/** Looks in a row without an answer that close an open lane: one of them may be lost. */
const closingLooks = 2
/** How long a payment may take from its signature to its settlement, s. */
const maxTimeoutSeconds = 300
export function x402Lane(settings: X402Settings, { log, clock, sign }: X402Parts): PaymentLane {
  const { network, asset, payTo, publicUrl, requiresIdentifier } = settings
  const token = evmToken({ rpcUrl: settings.rpcUrl, asset, timeoutMs: rpcTimeoutMs })
  const facilitator = facilitatorOf(settings)
  const server = new x402ResourceServer(facilitator).register(network, new ExactEvmScheme())
  // Offers are signed anew for each challenge: those that a payment sends back may be of an earlier one.
  server.registerExtension({ key: offerReceipt, dynamicInfoFields: ['offers'] })
  const discovery = {
    verification: discoveryOf(paidRoutes.verification, publicUrl),
    pack: discoveryOf(paidRoutes.pack, publicUrl),
  }
  let state: PaymentLaneState = 'unreachable'
  let lookedAt = 0
  let unanswered = 0

  function found(now: PaymentLaneState, detail: object = {}): void {
    if (now !== state) {
      if (now === 'open') log.info({ network, asset }, 'payments by x402 are taken')
      else log.error({ network, asset, state: now, ...detail }, 'payments by x402 are not taken')
    }
    state = now
  }

  async function extensionsOf(article: Article, requirements: PaymentRequirements[]): Promise<Extensions> {
    const now = Math.floor(clock.now().getTime() / 1_000)
    const signed = await sign(requirements.map((each) => offerStatement(article, each, now)))
    return {
      [bazaar]: discovery[article.purchase],
      [paymentIdentifier]: identifierExtension(requiresIdentifier),
      ...(signed !== null && { [offerReceipt]: offersExtension(signed) }),
    }
  }

  return {
    state: () => state,
    requiresIdentifier,
    async check() {
      const now = clock.now().getTime()
      // A look without an answer is followed by the next one at once, others of an open lane by a rest.
      if (state === 'open' && unanswered === 0 && now - lookedAt < openLookMs) return
      lookedAt = now
      try {
        const live = await token.domain()
        const isExpected =
          `eip155:${live.chainId}` === network &&
          live.name === settings.tokenName &&
          live.version === settings.tokenVersion
        // Authorizations signed for another name or version would all be refused by the token.
        if (!isExpected) {
          unanswered = 0
          return found('mismatch', { live })
        }
        await server.initialize()
        unanswered = 0
        found('open')
      } catch (error) {
        unanswered += 1
        if (state === 'open' && unanswered < closingLooks) return
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
      const challenge = await server.createPaymentRequiredResponse(
        requirements,
        resourceOf(article),
        'PAYMENT-SIGNATURE header is required',
        await extensionsOf(article, requirements),
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
    async isSigned({ isSignedByKey, digest, signature, authorization }) {
      if (isSignedByKey || digest === null) return isSignedByKey
      const signed = { digest, signature, signer: authorization.payer }
      return token.isSigned(signed).catch(unreachable)
    },
    changedExtension({ extensionsText }, { members }) {
      if (extensionsText === null) return null
      const challenge = members as unknown as PaymentRequired
      const extensions = JSON.parse(extensionsText) as Record<string, unknown>
      const echo = server.validateExtensions(challenge, { x402Version: 2, extensions } as PaymentPayload)
      return echo.valid ? null : (echo.extensionKey ?? 'unknown')
    },
    accept: (payment, offer) => acceptedPayment(server, payment, offer),
    verify: (payment) => judged(server, facilitator, payment),
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
    async receipted({ authorization: { payer }, state: claimState, changedAt }, url) {
      if (claimState.name !== 'settled') throw new Error('a payment has a receipt only once it is settled')
      const { response, payment } = claimState
      const issuedAt = Math.floor(changedAt.getTime() / 1_000)
      const { transaction } = payment
      const statement = { kind: 'receipt', resourceUrl: url, network, payer, issuedAt, transaction } as const
      const [signed] = (await sign([statement])) ?? []
      if (signed === undefined) return response
      const extensions = { [offerReceipt]: receiptExtension(signed) }
      return encodePaymentResponseHeader({ ...decodePaymentResponseHeader(response), extensions })
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

function offerStatement(
  { url: resourceUrl }: Article,
  { scheme, network, asset, payTo, amount, maxTimeoutSeconds: seconds }: PaymentRequirements,
  now: number,
): PaymentStatement {
  return { kind: 'offer', resourceUrl, scheme, network, asset, payTo, amount, validUntil: now + seconds }
}

function toRequirement(requirements: PaymentRequirements): Requirement {
  const { asset, network, payTo, amount } = requirements
  return { text: JSON.stringify(requirements), asset, network, payTo, amountMicros: BigInt(amount) }
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

/** What the facilitator says of a payment. */
async function judged(
  server: x402ResourceServer,
  facilitator: HTTPFacilitatorClient,
  { signed, isSignedByKey }: AcceptedPayment,
): Promise<Judgment> {
  const answer = await server
    .verifyPayment(payloadOf(signed), requirementsOf(signed))
    .catch((error: unknown) =>
      error instanceof VerifyError
        ? { isValid: false, invalidReason: error.invalidReason ?? failed }
        : { isValid: false, invalidReason: failed, cause: error },
    )
  if (answer.isValid) return { isValid: true }
  const reason = answer.invalidReason ?? 'invalid_payload'
  if (!reason.startsWith('unexpected_')) return { isValid: false, reason: reasonOf(reason) }
  // All of a payment by a plain key is checked before, so that the fault is the facilitator's. What a contract is to confirm may make
  // it fail: where it answers anything else, the fault is the payment's.
  if (isSignedByKey) return unreachable('cause' in answer ? answer.cause : new Error(reason))
  await facilitator.getSupported().catch(unreachable)
  return { isValid: false, reason: 'invalid_exact_evm_signature' }
}

const failed = 'unexpected_verify_error'

function unreachable(cause: unknown): never {
  throw Object.assign(
    unavailable('Payments cannot be checked now.', { reason: 'payment_lane_unreachable' }),
    { cause },
  )
}
