import { decimal } from './decimal.ts'

/** Dollars with two places, or as many up to six as the amount needs: `4.95`, `0.075`. */
export function dollars(micros: bigint): string {
  return decimal(micros, 6).replace(/(\.\d{2}\d*?)0+$/, '$1')
}
