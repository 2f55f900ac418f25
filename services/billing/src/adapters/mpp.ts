import { createHash } from 'node:crypto'
import { Challenge, Credential, PaymentRequest, Receipt } from 'mppx'
import { Methods } from 'mppx/stripe'
import { z } from 'zod'
import type { Offer, PackWish, PresentedPayment } from '../domain/packs/judge-payment.ts'
import type { Purchase } from '../domain/packs/purchase.ts'

export type MppTerms = {
  /** Authenticates the challenges of this service; at least 32 characters. */
  readonly secret: string
  /** Host name of this deployment. */
  readonly realm: string
  /** Profile of this service at the processor, for which its payers make tokens. */
  readonly networkId: string
}

/** A challenge as it is sent: the header, and the same as JSON. */
export type SentChallenge = {
  readonly id: string
  readonly header: string
  readonly view: Record<string, unknown>
}

/** The Payment authentication scheme with cards: challenges, credentials and receipts of packs. */
export type MppProtocol = {
  /** A challenge to pay for this pack of this account until `expiresAt`; `nonce` makes it one of its own. */
  challenge(
    wish: Pick<PackWish, 'accountId' | 'packCents'>,
    expiresAt: Date,
    nonce: string,
  ): Promise<SentChallenge>
  /** The payment of an Authorization header, or `malformed`. */
  read(authorization: string): PresentedPayment | 'malformed'
  /** The Payment-Receipt of a granted purchase; the same bytes whenever it is asked for. */
  receipt(purchase: Purchase): string
}

const Token = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const Carried = z.object({ account_id: z.string() })
const Cents = z.string().regex(/^\d{1,9}$/)

export function createMppProtocol({ secret, realm, networkId }: MppTerms): MppProtocol {
  return {
    async challenge({ accountId, packCents }, expiresAt, nonce) {
      const challenge = Challenge.fromMethod(Methods.charge, {
        secretKey: secret,
        realm,
        description: `Credits for ${packCents / 100} dollars`,
        expires: expiresAt.toISOString() as never,
        meta: { account_id: accountId, nonce },
        request: {
          amount: String(packCents),
          currency: 'usd',
          // The amount is in cents already.
          decimals: 0,
          networkId,
          paymentMethodTypes: ['card'],
        },
      })
      const { id, method, intent, request, expires } = challenge
      return {
        id,
        header: Challenge.serialize(challenge),
        view: { id, realm, method, intent, request, expires },
      }
    },
    read(authorization) {
      const credential = readCredential(authorization)
      if (credential === null) return 'malformed'
      const { challenge, token } = credential
      const digest = createHash('sha256').update(`${challenge.id}|${token}`).digest('hex')
      return { challengeId: challenge.id, credentialDigest: digest, token, offer: offerOf(challenge) }
    },
    receipt({ paymentId, finishedAt }) {
      if (paymentId === null || finishedAt === null)
        throw new Error('a purchase without a payment has no receipt')
      return Receipt.serialize(
        Receipt.from({
          method: 'stripe',
          status: 'success',
          reference: paymentId,
          timestamp: finishedAt.toISOString(),
        }),
      )
    },
  }

  function isOurs(challenge: Challenge.Challenge): boolean {
    try {
      return Challenge.verify(challenge, { secretKey: secret })
    } catch {
      // Nested so deeply that it cannot be written down again, which none of ours is.
      return false
    }
  }

  /** What one of our challenges offered; null for a challenge that this secret did not make. */
  function offerOf(challenge: Challenge.Challenge): Offer | null {
    if (!isOurs(challenge)) return null
    if (challenge.realm !== realm || challenge.method !== 'stripe' || challenge.intent !== 'charge')
      return null
    const amount = Cents.safeParse(challenge.request['amount'])
    const accountId = accountOf(challenge)
    if (!amount.success || accountId === undefined || challenge.expires === undefined) return null
    return { accountId, packCents: Number(amount.data), expiresAt: new Date(challenge.expires) }
  }
}

/** Whose account a challenge was made for: what it carries for us is opaque to the payer. */
function accountOf({ opaque }: Challenge.Challenge): string | undefined {
  try {
    return Carried.parse(PaymentRequest.deserialize(opaque ?? '')).account_id
  } catch {
    return undefined
  }
}

function readCredential(authorization: string): { challenge: Challenge.Challenge; token: string } | null {
  try {
    const { challenge, payload } = Credential.deserialize<{ spt: unknown }>(authorization)
    const token = Token.safeParse(payload.spt)
    return token.success ? { challenge, token: token.data } : null
  } catch {
    return null
  }
}
