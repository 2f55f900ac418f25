import { isIP } from 'node:net'
import type { ObservationFailure } from '@outturn/vocabulary'
import { type FetchRules, maxUrlChars } from './fetch-rules.ts'

/** Where one hop goes: the parsed URL and, when its host is an address, that address. */
export type Target = { readonly url: URL; readonly literal: string | null }

export type TargetVerdict =
  | { readonly allowed: true; readonly target: Target }
  | { readonly allowed: false; readonly failure: ObservationFailure }

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/**
 * Reads one hop as browsers read it, so that every spelling of an address (`127.1`, `0x7f000001`, full-width digits) is
 * judged in the one form that would be dialled.
 */
export function judgeTarget(text: string, base: URL | undefined, rules: FetchRules): TargetVerdict {
  const url = URL.parse(text, base?.href)
  if (url === null || url.href.length > maxUrlChars) return { allowed: false, failure: 'unreachable' }
  const defaultPort = defaultPorts[url.protocol]
  if (defaultPort === undefined) return { allowed: false, failure: 'blocked_address' }
  if (url.username !== '' || url.password !== '') return { allowed: false, failure: 'blocked_address' }
  const port = url.port === '' ? defaultPort : Number(url.port)
  if (port !== 80 && port !== 443 && !rules.extraPorts.includes(port)) {
    return { allowed: false, failure: 'blocked_address' }
  }
  url.hash = ''
  return { allowed: true, target: { url, literal: literalAddress(url.hostname) } }
}

function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}
