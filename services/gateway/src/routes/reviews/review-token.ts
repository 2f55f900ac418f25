import { createHash } from 'node:crypto'
import { forbidden, Refusal } from '@outturn/contracts'
import type { Call } from '../../http/route.ts'
import { secondsUntilReset } from '../../rate-limit/rate-headers.ts'

const tokenForm = /^rvt_[\w-]{43}$/
const bearer = /^Bearer +([\x21-\x7e]+)$/i

/** Wrong tokens that one client address may send in a minute. */
const maxWrong = 20

/** The hash of the token that a reviewer presents as the bearer token. The key of a party decides nothing. */
export function presentedTokenHash({ headers, identity }: Pick<Call, 'headers' | 'identity'>): string {
  const authorization = headers['authorization']
  const token = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
  const hash = token === undefined ? null : reviewTokenHash(token)
  if (hash !== null) return hash
  if (identity !== null) {
    throw forbidden('An API key cannot decide a review: the reviewer does.', {
      reason: 'reviewer_only',
      remediation: 'Leave this to the reviewer, who sends the token of the review link as the bearer token.',
    })
  }
  throw new Refusal('unauthenticated', 'No valid token of this review was presented.', {
    remediation: 'Send the last part of the path of the review link as the bearer token.',
  })
}

/** What a service knows of a token in place of it; null for a text that is none. */
export function reviewTokenHash(token: string): string | null {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest('hex') : null
}

/**
 * Asks a question by the token of a review. An address that has sent too many wrong tokens is refused before it learns anything of the
 * next one.
 */
export async function withToken<Answer>(
  { instance, address }: Pick<Call, 'instance' | 'address'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const caller = `review-token|${address}`
  const before = await instance.limit(caller, maxWrong, { counts: false })
  if (before.remaining <= 0) throw tooMany(before)
  try {
    return await ask()
  } catch (error) {
    const isWrong = error instanceof Refusal && ['unauthenticated', 'not_found'].includes(error.code)
    if (isWrong) {
      const counted = await instance.limit(caller, maxWrong)
      if (!counted.granted) throw tooMany(counted)
    }
    throw error
  }
}

function tooMany(rate: Parameters<typeof secondsUntilReset>[0]): Refusal {
  return new Refusal('rate_limited', 'Too many wrong review tokens came from this address.', {
    retryAfterSeconds: Math.max(1, secondsUntilReset(rate)),
  })
}
