import { unprocessable } from '@outturn/contracts'
import { checksum } from 'ox/Address'

/** Refuses an EVM address in mixed case whose EIP-55 checksum is wrong: a digit of it was mistyped. */
export function assertAddressChecksum(address: string, field: string): void {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return
  const expected = checksum(address)
  if (address === expected) return
  throw unprocessable(field, 'The checksum of the address is wrong.', {
    remediation: `Check every digit; if they are right, send ${expected}.`,
  })
}
