import { BlockList, isIP } from 'node:net'

/** Which peers may say whom they speak for: a number of proxies in front, or the networks they are in. */
export type TrustedProxies = { hops: number } | { networks: BlockList }

/** Reads `2` (hops) or `10.0.0.0/8, ::1` (networks). Throws on anything else. */
export function parseTrustedProxies(text: string): TrustedProxies {
  const trimmed = text.trim()
  if (trimmed === '') return { hops: 0 }
  if (/^\d{1,2}$/.test(trimmed)) return { hops: Number(trimmed) }
  const networks = new BlockList()
  for (const part of trimmed.split(',')) addNetwork(networks, part.trim())
  return { networks }
}

function addNetwork(networks: BlockList, text: string): void {
  const [address = '', prefix] = text.split('/')
  const version = isIP(address)
  const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix)
  const isValid = version !== 0 && /^\d{0,3}$/.test(prefix ?? '') && bits <= (version === 4 ? 32 : 128)
  if (!isValid) throw new Error(`"${text}" is neither an address nor a network like 10.0.0.0/8`)
  networks.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The address a request came from. `X-Forwarded-For` is read from its end, one entry for each proxy that is trusted;
 * what stands before that was written by the caller and means nothing. IPv6 callers are told apart by their /64, which
 * is what one of them gets.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const chain = [...(forwardedFor ?? '').split(','), peer].map((part) => normalAddress(part.trim()))
  let index = chain.length - 1
  let hops = 0
  while (index > 0 && isTrusted(chain[index] ?? null, hops, trusted) && chain[index - 1] !== null) {
    index -= 1
    hops += 1
  }
  return sixtyFour(chain[index] ?? 'unknown')
}

function isTrusted(address: string | null, hops: number, trusted: TrustedProxies): boolean {
  if ('hops' in trusted) return hops < trusted.hops
  return address !== null && trusted.networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

function normalAddress(text: string): string | null {
  const bare = text.startsWith('[') ? text.slice(1, text.indexOf(']')) : text
  const mapped = bare.toLowerCase().startsWith('::ffff:') ? bare.slice(7) : bare
  if (isIP(mapped) === 4) return mapped
  if (isIP(bare) === 6) return bare.toLowerCase()
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(bare)?.[1]
  return withPort !== undefined && isIP(withPort) === 4 ? withPort : null
}

function sixtyFour(address: string): string {
  if (isIP(address) !== 6) return address
  // The URL parser writes an IPv6 address in its one canonical form.
  const canonical = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = canonical.includes('::') ? Array<string>(8 - before.length - after.length).fill('0') : []
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
