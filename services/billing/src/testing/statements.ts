import { generateKeyPairSync, sign } from 'node:crypto'
import { createJWS } from '@x402/extensions/offer-receipt'
import type { SignStatements } from '../adapters/x402-extensions.ts'

/** The signing service of a test: one key, under the `did:web` of the deployment. */
export type TestSigner = {
  readonly sign: SignStatements
  readonly publicKey: { kty: 'OKP'; crv: 'Ed25519'; x: string }
  /** Whether it answers; where it does not, nothing is signed. */
  isReachable: boolean
}

export function testSigner(): TestSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const signer = {
    format: 'jws' as const,
    algorithm: 'EdDSA',
    kid: 'did:web:outturn.example#test',
    sign: async (bytes: Uint8Array) => sign(null, bytes, privateKey).toString('base64url'),
  }
  const self: TestSigner = {
    isReachable: true,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x },
    async sign(statements) {
      if (!self.isReachable) return null
      return Promise.all(
        statements.map(({ kind: _, ...members }) => createJWS({ version: 1, ...members }, signer)),
      )
    },
  }
  return self
}
