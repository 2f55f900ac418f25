import { isWellFormedToken, type TokenKind, tokenPrefixes } from './token.ts'

/**
 * What a request presented. Only a well-formed live or sandbox token is looked up; test keys are configured whole, so
 * their form is not checked here.
 */
export type Credential = { kind: 'none' } | { kind: 'malformed'; like: TokenKind | null } | Presented
export type Presented = { kind: TokenKind; token: string }

const bearer = /^Bearer +([\x21-\x7e]+)$/i

/** Reads an Authorization header; anything but one well-formed bearer token is `malformed`. */
export function readCredential(authorization: string | undefined): Credential {
  if (authorization === undefined) return { kind: 'none' }
  const token = bearer.exec(authorization)?.[1]
  if (token === undefined) return { kind: 'malformed', like: null }
  const kind = kindOf(token)
  if (kind === null) return { kind: 'malformed', like: null }
  return kind === 'test' || isWellFormedToken(kind, token)
    ? { kind, token }
    : { kind: 'malformed', like: kind }
}

function kindOf(token: string): TokenKind | null {
  if (token.startsWith(tokenPrefixes.live)) return 'live'
  if (token.startsWith(tokenPrefixes.sandbox)) return 'sandbox'
  return token.startsWith(tokenPrefixes.test) ? 'test' : null
}
