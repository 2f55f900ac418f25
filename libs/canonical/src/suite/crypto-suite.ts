import { portableVerifier } from '../ed25519/portable-verifier.ts'
import type { VerifySignature } from '../ed25519/verify-signature.ts'
import { type Sha256, portableSha256 } from '../hashing/hash.ts'

/** The two primitives a verifier rests on; every suite gives the same answers. */
export interface CryptoSuite {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
}

/** Runs anywhere, browsers included. */
export const portableSuite: CryptoSuite = { sha256: portableSha256, verifySignature: portableVerifier }
