import { createHmac, createSecretKey } from 'node:crypto'

/** HMAC-SHA256 of a token under the deployment's pepper, in hex: what is stored and looked up instead of the token. */
export type TokenHash = (token: string) => string

export function tokenHasher(pepper: string): TokenHash {
  const key = createSecretKey(pepper, 'utf8')
  return (token) => createHmac('sha256', key).update(token).digest('hex')
}
