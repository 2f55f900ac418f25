import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'

/**
 * The 20 bytes of an EVM address as hex in lower case: the form in which addresses are kept and compared. Null for a text that is no
 * address, and for one in mixed case whose EIP-55 checksum is wrong: a digit of it was mistyped.
 */
export function parseAddress(text: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null
  const bytes = text.toLowerCase() as Hex
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && getAddress(bytes) !== text ? null : bytes
}

/** Whether two texts are the same address; false where one of them is none. */
export function isSameAddress(one: string, other: string): boolean {
  const bytes = parseAddress(one)
  return bytes !== null && bytes === parseAddress(other)
}

/** Whether it is the address that holds no key: what is sent there is lost. */
export function isZeroAddress(text: string): boolean {
  return /^0x0{40}$/i.test(text)
}
