import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What is kept of a client's address: its /24, or the /48 that one site has of the newer kind. */
export function addressPrefix(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const [plain = ''] = address.split('/')
  if (!ipaddr.IPv6.isValid(plain)) return address.slice(0, 64)
  const parts = ipaddr.IPv6.parse(plain).parts.slice(0, 3)
  return `${parts.map((part) => part.toString(16)).join(':')}::/48`
}
