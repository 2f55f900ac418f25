import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A block of addresses, as `ipaddr.js` parses `10.0.0.0/8` or `2000::/3`. */
export type AddressBlock = readonly [Address, number]

/** Address blocks written in CIDR notation; throws when one of them is not. */
export function parseAddressBlocks(blocks: readonly string[]): AddressBlock[] {
  return blocks.map((block) => ipaddr.parseCIDR(block))
}

/** Public by their range, yet answered by the network itself rather than by somebody on the internet. */
const alwaysDenied = parseAddressBlocks([
  // The host of an Azure machine: metadata, DNS and health.
  '168.63.129.16/32',
  // 6to4 relays: packets leave for an IPv4 address that no one checked.
  '192.88.99.0/24',
])

/** The only part of IPv6 that is assigned to the internet; what is outside has no business being dialled. */
const globalUnicast = parseAddressBlocks(['2000::/3'])

function isIn(address: Address, blocks: readonly AddressBlock[]): boolean {
  return blocks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

/**
 * Whether an address may be dialled: a public unicast one, or one of `exceptions`. Takes the text of a parsed literal or
 * of a DNS answer; an IPv4 address mapped into IPv6 is judged as the IPv4 address that it reaches.
 */
export function isDialable(text: string, exceptions: readonly AddressBlock[] = []): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (isIn(address, exceptions)) return true
  if (address.range() !== 'unicast' || isIn(address, alwaysDenied)) return false
  return address.kind() === 'ipv4' || isIn(address, globalUnicast)
}

/** Whether two spellings name the same address. */
export function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}
