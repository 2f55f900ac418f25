import {
  type Sha256,
  fromBase64,
  isStrictPoint,
  portableSha256,
  toBase64,
  toHex,
  toUtf8,
} from '@outturn/canonical'

/** A key that notes are signed with (C2SP signed-note): Ed25519, known by name and id together. */
export interface VerifierKey {
  readonly name: string
  /** 8 lower-case hexadecimal digits. */
  readonly id: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
}

const ED25519 = 1

/** The key of this name with the id that the specification gives it. Throws RangeError for a name that notes cannot carry. */
export function verifierKeyOf(
  name: string,
  publicKey: Uint8Array,
  sha256: Sha256 = portableSha256,
): VerifierKey {
  if (!/^[^\s+]+$/.test(name)) throw new RangeError('The name of a key is not empty, without spaces or plus.')
  const preimage = Uint8Array.of(...toUtf8(`${name}\n`), ED25519, ...publicKey)
  return { name, id: toHex(sha256(preimage).subarray(0, 4)), publicKey }
}

/** A key as it is published: `<name>+<id>+<base64 of type and key>`. */
export function formatVerifierKey({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(Uint8Array.of(ED25519, ...publicKey))}`
}

/** Reads a published key; undefined for anything else than an Ed25519 key under its own id. */
export function readVerifierKey(text: string, sha256: Sha256 = portableSha256): VerifierKey | undefined {
  const [, name = '', encoded = ''] = /^([^\s+]+)\+[0-9a-f]{8}\+(\S+)$/.exec(text) ?? []
  const material = fromBase64(encoded)
  if (material?.length !== 33) return undefined
  const publicKey = material.slice(1)
  if (!isStrictPoint(publicKey)) return undefined
  const key = verifierKeyOf(name, publicKey, sha256)
  return formatVerifierKey(key) === text ? key : undefined
}
