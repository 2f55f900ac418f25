import { createHmac } from 'node:crypto'

/** HMAC-SHA256 of a token under the deployment's pepper, in hex: what is stored and looked up instead of the token. */
export type TokenHash = (token: string) => string

export function tokenHasher(pepper: string): TokenHash {
  return (token) => createHmac('sha256', pepper).update(token).digest('hex')
}
