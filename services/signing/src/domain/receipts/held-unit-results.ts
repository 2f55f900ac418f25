import type { PackedUnitResults } from './receipt-text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Longer unit results are packed, and apart from the text of their receipt. In bytes. */
const packedAbove = 1_048_576

/** The results of units as they are stored: within the text of the receipt, or packed beside it. */
export async function toHeldUnitResults(
  bytes: Uint8Array | null,
  pack: (text: Uint8Array) => Promise<Uint8Array>,
): Promise<{ text: string | null; packed: PackedUnitResults | null }> {
  if (bytes === null) return { text: null, packed: null }
  if (bytes.length <= packedAbove) return { text: utf8.decode(bytes), packed: null }
  return { text: null, packed: { file: await pack(bytes), bytes: bytes.length } }
}
