/** What a transaction offers for each unit of gas, in the smallest units of the chain's coin. */
export type GasFees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** Nodes take a replacement of a transaction only for at least a tenth more; an eighth more is offered. */
export function raisedFees(before: GasFees, now: GasFees, maximum: bigint): GasFees | null {
  const raised = (last: bigint, current: bigint) => {
    const more = last + last / 8n + 1n
    return more > current ? more : current
  }
  const maxFeePerGas = raised(before.maxFeePerGas, now.maxFeePerGas)
  const maxPriorityFeePerGas = raised(before.maxPriorityFeePerGas, now.maxPriorityFeePerGas)
  return maxFeePerGas > maximum ? null : { maxFeePerGas, maxPriorityFeePerGas }
}

/** Fees of a first version: those of the chain, within what this deployment pays at most. */
export function cappedFees({ maxFeePerGas, maxPriorityFeePerGas }: GasFees, maximum: bigint): GasFees {
  const fee = maxFeePerGas > maximum ? maximum : maxFeePerGas
  return { maxFeePerGas: fee, maxPriorityFeePerGas: maxPriorityFeePerGas > fee ? fee : maxPriorityFeePerGas }
}
