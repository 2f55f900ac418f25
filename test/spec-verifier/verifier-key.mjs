// docs/spec/log.md, Proofs: the keys that checkpoints are signed with.
import { couldBeStrictPoint, decode } from './ed25519.mjs'
import { sha256 } from './hashing.mjs'

export function readVerifierKey(vkey) {
  const [, name, keyId, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(.*)$/s.exec(vkey) ?? []
  const bytes = encoded === undefined ? null : decode(encoded, 'base64')
  if (bytes?.length !== 33 || bytes[0] !== 1 || !couldBeStrictPoint(bytes.subarray(1))) return null
  return sha256(name, '\n', bytes).toString('hex', 0, 4) === keyId
    ? { name, keyId, publicKey: bytes.subarray(1) }
    : null
}
