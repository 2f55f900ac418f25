// docs/spec/README.md, Digests and Merkle trees (RFC 6962, RFC 9162).
import { createHash } from 'node:crypto'
import { jcs } from './canonical-json.mjs'

export const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
export const hex = (text) => sha256(text).toString('hex')
export const digestOf = (value) => hex(jcs(value))
const leafHash = (text) => sha256(Buffer.of(0), text)
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right)

export function merkleRoot(texts) {
  if (texts.length === 0) return sha256('')
  if (texts.length === 1) return leafHash(texts[0])
  let split = 1
  while (split * 2 < texts.length) split *= 2
  return nodeHash(merkleRoot(texts.slice(0, split)), merkleRoot(texts.slice(split)))
}
export const rootOverJcs = (values) => merkleRoot(values.map(jcs)).toString('hex')

/** RFC 9162 §2.1.3.2; `siblings` and `root` are bytes. */
export function proofHolds(text, index, size, siblings, root) {
  if (index >= size) return false
  let position = BigInt(index),
    last = BigInt(size) - 1n,
    hash = leafHash(text)
  for (const sibling of siblings) {
    if (last === 0n) return false
    if (position & 1n || position === last) {
      hash = nodeHash(sibling, hash)
      while (!(position & 1n) && position !== 0n) {
        position >>= 1n
        last >>= 1n
      }
    } else hash = nodeHash(hash, sibling)
    position >>= 1n
    last >>= 1n
  }
  return last === 0n && hash.equals(root)
}
