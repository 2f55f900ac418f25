import { createPrivateKey } from 'node:crypto'
import { fromBase64Url } from '@outturn/canonical'
import { createEd25519Signer } from '@outturn/canonical/node'
import type { Signer } from '../domain/keys/signer.ts'

/**
 * A signer that holds its private key in this process; null for a PEM block that is no Ed25519 key, or that the passphrase
 * does not open.
 */
export function createLocalSigner(pem: string, passphrase?: string): Signer | null {
  const seed = seedOf(pem, passphrase)
  if (seed === null) return null
  const { keyId, publicKey, sign } = createEd25519Signer(seed)
  return { keyId, publicKey, sign: async (message) => sign(message) }
}

function seedOf(pem: string, passphrase: string | undefined): Uint8Array | null {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) })
    if (key.asymmetricKeyType !== 'ed25519') return null
    const seed = fromBase64Url(key.export({ format: 'jwk' }).d ?? '')
    return seed?.length === 32 ? seed : null
  } catch {
    return null
  }
}
