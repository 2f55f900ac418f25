import { toHex } from '../encoding/hex.ts'
import { type Sha256, portableSha256 } from '../hashing/hash.ts'

/** The id of a key: SHA-256 of its 32 raw public bytes as 64 lower-case hexadecimal digits. */
export function signingKeyIdOf(publicKey: Uint8Array, sha256: Sha256 = portableSha256): string {
  return toHex(sha256(publicKey))
}
