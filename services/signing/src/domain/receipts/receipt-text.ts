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

/** The parts of the text of a receipt with the proof of its place in the log attached; what was signed stays as it is. */
export function servedReceipt(
  { receipt, packedUnitResults }: ReceiptText,
  proof: string | null = null,
): (string | PackedUnitResults)[] {
  const open = receipt.slice(0, -1)
  const end = proof === null ? '}' : `,"log_proof":${JSON.stringify(proof)}}`
  return packedUnitResults === null ? [open + end] : [`${open},"unit_results":`, packedUnitResults, end]
}
