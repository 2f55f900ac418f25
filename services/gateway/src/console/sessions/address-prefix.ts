import { isIPv4 } from 'node:net'

/** What is kept of a client's address: its /24, or the /64 by which limits count it. */
export function addressPrefix(address: string): string {
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address.slice(0, 64)
}
