import type { ObservationFailure } from '@outturn/vocabulary'
import { type FetchRules } from './fetch-rules.ts'
import { isDialable } from '@outturn/checkers'
import { type PinnedDocument, readPinned, requestPinned } from './pinned-request.ts'
import { type ResolveAddresses, ResolverUnavailable } from './resolver.ts'
import { judgeTarget, type Target } from './target.ts'

export type FetchRequest = {
  readonly url: string
  readonly method: 'HEAD' | 'GET'
  /** Whether a server that does not know HEAD (405, 501) is asked again with GET. */
  readonly retriesWithGet: boolean
  /** Redirects followed; the answer to one more is what was observed. */
  readonly maxRedirects: number
  /** Ends everything: waiting, name lookups, all hops. */
  readonly signal: AbortSignal
}

/** What a URL answered, or why nothing did. The two failures are told apart in the record only, never to a caller. */
export type FetchOutcome =
  | { readonly finalUrl: string; readonly status: number }
  | { readonly failure: ObservationFailure }

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const headUnknown = new Set([405, 501])
/** Addresses of one name that are tried; the rest are checked but not dialled. */
const maxDials = 3

/**
 * Asks for the status of a URL without being led anywhere that is not public: every hop is parsed, every address of its
 * host is checked, and only a checked address is dialled. Never throws for what a remote side does;
 * ResolverUnavailable when no name server answers.
 */
export async function fetchGuarded(
  request: FetchRequest,
  rules: FetchRules,
  resolve: ResolveAddresses,
): Promise<FetchOutcome> {
  let method = request.method
  let redirects = 0
  let judged = judgeTarget(request.url, undefined, rules)
  for (;;) {
    if (!judged.allowed) return { failure: judged.failure }
    const { target } = judged
    const hop = await askTarget(target, method, request.signal, rules, resolve)
    if ('failure' in hop) return hop
    if (method === 'HEAD' && request.retriesWithGet && headUnknown.has(hop.status)) {
      method = 'GET'
      continue
    }
    const location = redirectStatuses.has(hop.status) ? hop.location : null
    if (location === null || redirects === request.maxRedirects) {
      return { finalUrl: target.url.href, status: hop.status }
    }
    redirects += 1
    judged = judgeTarget(location, target.url, rules)
  }
}

export type DocumentRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Reads one document by https, or by the ports that a deployment adds, and follows no redirect. Throws as `fetchGuarded` does. */
export async function fetchDocumentGuarded(
  { url, headers, maxBytes, signal }: DocumentRequest,
  rules: FetchRules,
  resolve: ResolveAddresses,
): Promise<PinnedDocument | { failure: ObservationFailure }> {
  const judged = judgeTarget(url, undefined, rules)
  if (!judged.allowed) return { failure: judged.failure }
  const { target } = judged
  const isAdded = rules.extraPorts.includes(Number(target.url.port))
  if (target.url.protocol !== 'https:' && !isAdded) return { failure: 'blocked_address' }
  return atCheckedAddress(target, signal, rules, resolve, (addresses) =>
    readPinned({ url: target.url, headers, maxBytes, addresses, userAgent: rules.userAgent, signal }),
  )
}

function askTarget(
  target: Target,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
  rules: FetchRules,
  resolve: ResolveAddresses,
): Promise<{ status: number; location: string | null } | { failure: ObservationFailure }> {
  return atCheckedAddress(target, signal, rules, resolve, (addresses) =>
    requestPinned({ url: target.url, method, addresses, userAgent: rules.userAgent, signal }),
  )
}

/** Asks a target at its addresses, once each of them was checked. */
async function atCheckedAddress<Answer>(
  target: Target,
  signal: AbortSignal,
  rules: FetchRules,
  resolve: ResolveAddresses,
  ask: (addresses: readonly string[]) => Promise<Answer>,
): Promise<Answer | { failure: ObservationFailure }> {
  try {
    const addresses = target.literal === null ? await resolve(target.url.hostname, signal) : [target.literal]
    // One private answer among public ones is an attempt to be dialled at the wrong moment, not a usable name.
    if (!addresses.every((address) => isDialable(address, rules.exceptions))) {
      return { failure: 'blocked_address' }
    }
    return await ask(addresses.slice(0, maxDials))
  } catch (error) {
    if (error instanceof ResolverUnavailable) throw error
    return { failure: 'unreachable' }
  }
}
