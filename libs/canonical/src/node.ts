export { type Ed25519Signer, createEd25519Signer } from './ed25519/node-signer.ts'
export { nodeVerifier } from './ed25519/node-verifier.ts'
export { nodeHmacSha256, nodeSha256 } from './hashing/node-hash.ts'
export { nodeSuite } from './suite/node-suite.ts'
