/** Dollars as pages show them: `8,946.50`; more places where an amount has parts of a cent. The amount is in millionths of a dollar. */
export function usdText(micros: bigint): string {
  const size = micros < 0n ? -micros : micros
  const whole = (size / 1_000_000n).toString().replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const places = (size % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${micros < 0n ? '−' : ''}${whole}.${places}`
}
