import { nodeVerifier } from '../ed25519/node-verifier.ts'
import { nodeSha256 } from '../hashing/node-hash.ts'
import type { CryptoSuite } from './crypto-suite.ts'

/** The platform's own primitives, about ten times faster than the portable ones. */
export const nodeSuite: CryptoSuite = { sha256: nodeSha256, verifySignature: nodeVerifier }
