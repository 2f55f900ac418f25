import { inNormalForm } from './normal-form.ts'
import { classOf } from './unicode-set.ts'
import { leaveOutIgnorable } from './visible-text.ts'

/** What may not stand in an address: white space, a backslash, which browsers read as a slash, and controls, which they leave out. */
const unusable = new RegExp(`[\\\\\\u{0}-\\u{1f}\\u{7f}-\\u{9f}${classOf('whiteSpace')}]`, 'u')
/** Scheme, two slashes and an authority, as RFC 3986 has them. */
const form = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]+)/
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
  const url = unusable.test(address) ? null : URL.parse(address)
  if (url === null) return { fault: 'invalid_url' }
  const authority = form.exec(address)?.[1]
  // A name or a password in an address is no part of where it leads.
  if (authority === undefined || authority.includes('@')) return { fault: 'invalid_url', url }
  return { fault: isSameHost(authority.replace(port, ''), url.hostname) ? null : 'ambiguous_host', url }
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
