/** One cent is ten thousand millionths of the currency unit. */
export const microsPerCent = 10_000n

export function centsToMicros(cents: bigint): bigint {
  return cents * microsPerCent
}

/** Throws `RangeError` when the micros are not whole cents: money is never rounded in silence. */
export function microsToCentsExact(micros: bigint): bigint {
  if (micros % microsPerCent !== 0n) throw new RangeError(`${micros} micros are not a whole number of cents`)
  return micros / microsPerCent
}
