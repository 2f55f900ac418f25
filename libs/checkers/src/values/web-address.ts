import { inNormalForm } from './normal-form.ts'
import { classOf } from './unicode-set.ts'
import { leaveOutIgnorable } from './visible-text.ts'

/** What may not stand in an address: white space, a backslash, which browsers read as a slash, and controls, which they leave out. */
const unusable = new RegExp(`[\\\\\\u{0}-\\u{1f}\\u{7f}-\\u{9f}${classOf('whiteSpace')}]`, 'u')
/** Printable ASCII but a backslash, which is told sooner. */
const plainAddress = /^[!-[\]-~]+$/
const port = /:\d*$/
/** Dots of other scripts, which browsers take for dots of a host name. */
const otherDots = /[\u3002\uff0e\uff61]/
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

export type AddressReading =
  | { readonly fault: null; readonly url: URL }
  /** With the URL that a browser makes of it, if any. */
  | { readonly fault: 'invalid_url' | 'ambiguous_host'; readonly url?: URL }

/**
 * Reads an absolute web address that every reader takes to the same host: spaces around it are left out, and what RFC 3986 and the
 * URL standard of browsers read as different hosts is ambiguous.
 */
export function readAddress(text: string): AddressReading {
  const address = withoutSpacesAround(text)
  const url = plainAddress.test(address) || !unusable.test(address) ? URL.parse(address) : null
  if (url === null) return { fault: 'invalid_url' }
  const authority = authorityOf(address, url.protocol)
  // A name or a password in an address is no part of where it leads.
  if (authority === '' || authority.includes('@')) return { fault: 'invalid_url', url }
  return {
    fault: isSameHost(authority.includes(':') ? authority.replace(port, '') : authority, url.hostname)
      ? null
      : 'ambiguous_host',
    url,
  }
}

/** What stands between the two slashes behind a scheme and the next slash, `?` or `#`; nothing where there are no two slashes. */
function authorityOf(address: string, protocol: string): string {
  const start = protocol.length + 2
  if (!address.startsWith('//', protocol.length)) return ''
  let end = start
  while (end < address.length && !'/?#'.includes(address.charAt(end))) end += 1
  return address.slice(start, end)
}

function withoutSpacesAround(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/** Whether a host as it is written is the one that a browser goes to. */
function isSameHost(written: string, hostname: string): boolean {
  if (written === hostname) return true
  if (written.startsWith('[')) return hostname.startsWith('[')
  if (written.includes('%') || otherDots.test(written)) return false
  const isPlainName = /^[ -~]+$/.test(written)
  if (isPlainName) return written.toLowerCase() === hostname.toLowerCase()
  // A name in another script is encoded; what the encoding would change first is not the name that is written.
  const composed = inNormalForm(written, 'NFC').toLowerCase()
  return composed === inNormalForm(leaveOutIgnorable(written), 'NFKC').toLowerCase() && !ipv4.test(hostname)
}
