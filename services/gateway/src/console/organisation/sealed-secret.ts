import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedBytes } from '../../auth/derived-bytes.ts'
import type { TokenHash } from '../../auth/token-hash.ts'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

const keyOf = (hash: TokenHash) => derivedBytes(hash, 'secrets of organisations')(32)

/** A secret that the database keeps and cannot read; it belongs to one account, and opens for no other. */
export function sealSecret(hash: TokenHash, accountId: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, keyOf(hash), iv).setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Throws for what was not sealed for this account under this pepper. */
export function openSecret(hash: TokenHash, accountId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keyOf(hash), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(accountId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
    'utf8',
  )
}
