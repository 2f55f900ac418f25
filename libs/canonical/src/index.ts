export { signingKeyIdOf } from './ed25519/key-id.ts'
export { portableVerifier } from './ed25519/portable-verifier.ts'
export { isStrictPoint } from './ed25519/strict-encoding.ts'
export type { VerifySignature } from './ed25519/verify-signature.ts'
export { toBase58 } from './encoding/base58.ts'
export { fromBase64, toBase64 } from './encoding/base64.ts'
export { fromBase64Url, toBase64Url } from './encoding/base64url.ts'
export { fromHex64, isHex64, toHex } from './encoding/hex.ts'
export { toUtf8 } from './encoding/utf8.ts'
export {
  type HmacSha256,
  type Sha256,
  digestOf,
  portableHmacSha256,
  portableSha256,
} from './hashing/hash.ts'
export {
  type CanonicalJsonCode,
  CanonicalJsonError,
  canonicalJson,
  sortMemberNames,
} from './json/canonical-json.ts'
export { formatJsonPath } from './json/json-path.ts'
export { type JsonObject, type JsonValue, isJsonObject } from './json/json-value.ts'
export { parseStrictJson } from './json/parse-strict.ts'
export { ExactNumber, plainNumber, readNumber } from './json/exact-number.ts'
export { readJson } from './json/read-json.ts'
export { type SentJson, parseSentJson, SentNumber } from './json/sent-json.ts'
export { type StrictJsonCode, StrictJsonError } from './json/strict-json-error.ts'
export { MAX_JSON_DEPTH } from './json/strict-json-scanner.ts'
export {
  type MerkleInclusion,
  equalBytes,
  merkleInclusionProof,
  merkleLeafHash,
  merkleNodeHash,
  merkleRoot,
  verifyMerkleInclusion,
} from './merkle/merkle-tree.ts'
export { type CryptoSuite, portableSuite } from './suite/crypto-suite.ts'
