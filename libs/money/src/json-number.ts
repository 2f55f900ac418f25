/** The amount as a JSON number; throws `RangeError` beyond ±(2^53 - 1), where a JSON reader would round it. */
export function toJsonNumber(amount: bigint): number {
  const number = Number(amount)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${amount} cannot be written as an exact JSON number`)
  return number
}

/** The amount of a JSON number; throws `RangeError` unless it is a whole number within ±(2^53 - 1). */
export function fromJsonNumber(number: number): bigint {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is not an exact whole number`)
  return BigInt(number)
}
