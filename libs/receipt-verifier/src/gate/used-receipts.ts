/** Remembers which receipts were used, so that each opens a route once. */
export interface UsedReceipts {
  /**
   * Records the use and answers true, or false when the receipt was used before. Of simultaneous calls for one receipt exactly one
   * may get true; a rejection refuses the request.
   */
  readonly use: (receiptId: string) => boolean | Promise<boolean>
}

/**
 * Remembers used receipts in this process alone: for one server, and until it stops. Once `maxReceipts` are remembered, further ones
 * are refused, because a receipt that is forgotten could be used again.
 */
export function usedInMemory({
  maxReceipts = 1_000_000,
}: {
  readonly maxReceipts?: number
} = {}): UsedReceipts {
  const used = new Set<string>()
  return {
    use(receiptId) {
      if (used.has(receiptId)) return false
      if (used.size >= maxReceipts)
        throw new Error(`${maxReceipts} receipts were used, which is as many as are remembered.`)
      used.add(receiptId)
      return true
    },
  }
}
