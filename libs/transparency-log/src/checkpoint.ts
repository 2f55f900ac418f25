import { fromHex64, toBase64 } from '@outturn/canonical'
import { LOG_PROOF_HEADER, type VerifierKey } from '@outturn/receipt-verifier'
import type { TreeHead } from './tree/verify-consistency.ts'

/** A signed note (C2SP signed-note): the text, which ends in a newline, with one Ed25519 signature under it. */
export function formatSignedNote(text: string, key: VerifierKey, signature: Uint8Array): string {
  if (signature.length !== 64) throw new RangeError('An Ed25519 signature has 64 bytes.')
  return `${text}\n— ${key.name} ${toBase64(Uint8Array.of(...keyIdBytes(key), ...signature))}\n`
}

/** What a log signs about itself (C2SP tlog-checkpoint). */
export function formatCheckpoint(origin: string, { size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** That a leaf is in a log, provable offline (C2SP tlog-proof); the checkpoint goes in as it was signed. */
export function formatLogProof(index: number, hashes: readonly Uint8Array[], checkpoint: string): string {
  return [LOG_PROOF_HEADER, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n')
}

function keyIdBytes({ id }: VerifierKey): Uint8Array {
  const bytes = fromHex64(id.padEnd(64, '0'))
  if (bytes === undefined) throw new RangeError('The id of a key is 8 hexadecimal digits.')
  return bytes.subarray(0, 4)
}
