/**
 * Whether an Ed25519 signature holds, by one rule for every implementation: canonical encodings of the public key A and of
 * R, neither of small order, S < L, and the cofactorless equation S·B = R + k·A. Wrong lengths are a plain no.
 */
export type VerifySignature = (
  message: Uint8Array | string,
  signature: Uint8Array,
  publicKey: Uint8Array,
) => boolean
