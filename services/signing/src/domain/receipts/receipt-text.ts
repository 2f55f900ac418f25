/** The results of many units, which are megabytes, as the gzip file of their JSON list. */
export type PackedUnitResults = {
  readonly file: Uint8Array
  /** Length of the list in UTF-8. */
  readonly bytes: number
}

/** The JSON text of a receipt as it is stored: whole, or without the results of its units, which are packed. */
export type ReceiptText = {
  readonly receipt: string
  readonly packedUnitResults: PackedUnitResults | null
}

/** A text in three parts, of which the middle one is a gzip file; without it the first one is the whole text. */
export type TextInParts = {
  readonly before: string
  readonly packed: PackedUnitResults | null
  readonly after: string
}

/** The text of a receipt with the proof of its place in the log attached; what was signed stays as it is. */
export function servedReceipt(
  { receipt, packedUnitResults }: ReceiptText,
  proof: string | null = null,
): TextInParts {
  const end = proof === null ? '}' : `,"log_proof":${JSON.stringify(proof)}}`
  const open = receipt.slice(0, -1)
  return packedUnitResults === null
    ? { before: open + end, packed: null, after: '' }
    : { before: `${open},"unit_results":`, packed: packedUnitResults, after: end }
}
