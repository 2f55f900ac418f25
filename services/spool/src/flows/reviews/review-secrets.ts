import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** What only this service can make for a review, however often it makes it. */
export type ReviewSecrets = {
  /** The token of the link: 32 bytes that the key makes of the id, so that a mail can have it and no row does. */
  tokenOf(reviewId: string): string
  /** The six digits of a code, by its place and time. */
  codeOf(reviewId: string, code: { ordinal: number; issuedAt: string }): string
}

export function createReviewSecrets(key: string): ReviewSecrets {
  const secret = createSecretKey(key, 'utf8')
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest()
  return {
    tokenOf: (reviewId) => `rvt_${mac(`review-token:${reviewId}`).toString('base64url')}`,
    codeOf: (reviewId, { ordinal, issuedAt }) =>
      // Of 48 bits, so that no code is noticeably likelier than another.
      String(mac(`review-code:${reviewId}:${ordinal}:${issuedAt}`).readUIntBE(0, 6) % 1_000_000).padStart(
        6,
        '0',
      ),
  }
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether two texts are equal, in a time that says nothing of where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a as Buffer, b as Buffer)
}
