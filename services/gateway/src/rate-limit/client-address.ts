import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, number]

/** Which peers may say whom they speak for: a number of proxies in front, or the networks they are in. */
export type TrustedProxies = { hops: number } | { networks: readonly Network[] }

/** Reads `2` (hops) or `10.0.0.0/8, ::1` (networks). Throws on anything else. */
export function parseTrustedProxies(text: string): TrustedProxies {
  const trimmed = text.trim()
  if (/^\d{0,2}$/.test(trimmed)) return { hops: Number(trimmed) }
  return { networks: trimmed.split(',').map((part) => networkIn(part.trim())) }
}

function networkIn(text: string): Network {
  const [address = '', bits = isIP(address) === 4 ? '32' : '128'] = text.split('/')
  const isNetwork = isIP(address) !== 0 && ipaddr.isValidCIDR(`${address}/${bits}`)
  if (!isNetwork) throw new Error(`"${text}" is neither an address nor a network like 10.0.0.0/8`)
  return ipaddr.parseCIDR(`${address}/${bits}`)
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
  const chain = [...(forwardedFor?.split(',') ?? []), peer].map((part) => callerIn(part.trim()))
  let index = chain.length - 1
  let hops = 0
  while (
    index > 0 &&
    isTrusted(chain[index]?.address ?? null, hops, trusted) &&
    chain[index - 1]?.address !== null
  ) {
    index -= 1
    hops += 1
  }
  return chain[index]?.key ?? keyOf(null)
}

/** Whether a peer is a proxy in front of this deployment, which speaks for many. */
export function isProxy(peer: string, trusted: TrustedProxies): boolean {
  return isTrusted(callerIn(peer).address, 0, trusted)
}

function isTrusted(address: Address | null, hops: number, trusted: TrustedProxies): boolean {
  if ('hops' in trusted) return hops < trusted.hops
  return trusted.networks.some(
    ([network, bits]) => address?.kind() === network.kind() && address.match(network, bits),
  )
}

/** An address, and what its caller is counted by. */
type Caller = { readonly address: Address | null; readonly key: string }

/** The same few callers send most requests. */
const recentCallers = new LRUCache<string, Caller>({ max: 2_000 })
/** A longer text is no address as anything writes one. */
const longestAddress = 64

function callerIn(text: string): Caller {
  const known = recentCallers.get(text)
  if (known !== undefined) return known
  const address = addressIn(text)
  const caller = { address, key: keyOf(address) }
  if (text.length <= longestAddress) recentCallers.set(text, caller)
  return caller
}

/** Proxies write addresses bare, in brackets, with a port, and IPv4 mapped into IPv6. */
function addressIn(text: string): Address | null {
  const bare = /^\[(.*?)\]/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

function keyOf(address: Address | null): string {
  if (address === null) return 'unknown'
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
