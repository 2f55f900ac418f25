import { type VerifySignature, fromBase64, toHex } from '@outturn/canonical'
import type { VerifierKey } from './verifier-key.ts'

/** A text with the signatures under it (C2SP signed-note). Nothing of it counts before {@link isSignedBy} says so. */
export interface SignedNote {
  /** With its final newline, as it is signed. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  /** 8 hexadecimal digits. */
  readonly keyId: string
  readonly signature: Uint8Array
}

const MAX_SIGNATURES = 64

/** Reads a note; undefined for anything else. */
export function readSignedNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n') + 1
  // The specification keeps control characters other than the newline out of notes.
  // oxlint-disable-next-line no-control-regex
  if (end === 0 || !note.endsWith('\n') || /[\0-\t\v-\x1f]/.test(note)) return undefined
  const lines = note.slice(end + 1, -1).split('\n')
  const signatures = lines.map(readSignature).filter((signature) => signature !== undefined)
  if (signatures.length !== lines.length || lines.length > MAX_SIGNATURES) return undefined
  return { text: note.slice(0, end), signatures }
}

/** Whether the key signed the note: it has a signature under the key's name and id, and each of those holds. */
export function isSignedBy(note: SignedNote, key: VerifierKey, verifySignature: VerifySignature): boolean {
  const own = note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.id)
  return own.length > 0 && own.every(({ signature }) => verifySignature(note.text, signature, key.publicKey))
}

function readSignature(line: string): NoteSignature | undefined {
  const [, name = '', encoded = ''] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (bytes === undefined || bytes.length < 5) return undefined
  return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) }
}
