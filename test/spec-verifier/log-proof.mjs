// docs/spec/log.md: the proof that a receipt carries, and what a verifier finds.
import { jcs } from './canonical-json.mjs'
import { decode, signatureHolds } from './ed25519.mjs'
import { hex, proofHolds } from './hashing.mjs'
import { readVerifierKey } from './verifier-key.mjs'

const MAX = Number.MAX_SAFE_INTEGER

const readNumber = (line) =>
  /^(0|[1-9][0-9]{0,15})$/.test(line ?? '') && Number(line) <= MAX ? Number(line) : null
const read32 = (line) => {
  const bytes = decode(line ?? '', 'base64')
  return bytes?.length === 32 ? bytes : null
}

function readSignatureLine(line) {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? []
  const bytes = encoded === undefined ? null : decode(encoded, 'base64')
  return bytes && bytes.length >= 5
    ? { name, keyId: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) }
    : null
}
/** A log proof with its checkpoint, or null where the text does not read as one. */
export function readLogProof(proof) {
  const end = proof.indexOf('\n\n')
  // oxlint-disable-next-line no-control-regex -- notes have none but the line feed
  if (end < 0 || !proof.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(proof)) return null
  const lines = proof.slice(0, end).split('\n')
  if (lines.shift() !== 'c2sp.org/tlog-proof@v1') return null
  if (lines[0]?.startsWith('extra ') && decode(lines.shift().slice(6), 'base64') === null) return null
  const indexLine = lines.shift()
  const index = indexLine?.startsWith('index ') ? readNumber(indexLine.slice(6)) : null
  const siblings = lines.map(read32)
  const note = proof.slice(end + 2)
  const gap = note.lastIndexOf('\n\n')
  if (index === null || siblings.length > 63 || siblings.includes(null) || gap < 0) return null
  const signed = note.slice(0, gap + 1)
  const [origin, sizeLine, rootLine, ...further] = signed.slice(0, -1).split('\n')
  const signatures = note
    .slice(gap + 2, -1)
    .split('\n')
    .map(readSignatureLine)
  const size = readNumber(sizeLine),
    root = read32(rootLine)
  if (!origin || size === null || root === null || further.includes('')) return null
  if (signatures.length > 64 || signatures.includes(null)) return null
  return { index, siblings, origin, size, root, signed, signatures }
}
export function logInclusion(receipt, slug, keys, signed) {
  const log = receipt.environment === 'production' ? keys.log : keys.demo_log
  if (!log) return 'not_checked'
  if (receipt.log_proof === undefined) return 'absent'
  const proof = readLogProof(receipt.log_proof)
  const leaf = jcs({
    kind: 'receipt',
    subject: hex(`${slug}/log-subject@1:${receipt.id}`),
    digest: hex(signed),
  })
  const vouches = ({ name, keyId, publicKey }) => {
    const lines = proof.signatures.filter((line) => line.name === name && line.keyId === keyId)
    return lines.length > 0 && lines.every((line) => signatureHolds(publicKey, proof.signed, line.signature))
  }
  const included =
    proof.origin === log.origin &&
    [log.vkey, ...(log.previous_vkeys ?? [])].map(readVerifierKey).some(vouches) &&
    proofHolds(leaf, proof.index, proof.size, proof.siblings, proof.root)
  return included ? 'included' : 'invalid'
}
