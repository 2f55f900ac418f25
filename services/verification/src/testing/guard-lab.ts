import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseAddressBlocks } from '@outturn/checkers'
import type { FetchRules } from '../fetcher/guard/fetch-rules.ts'
import { type FetchOutcome, type FetchRequest, fetchGuarded } from '../fetcher/guard/guarded-fetch.ts'
import type { ResolveAddresses } from '../fetcher/guard/resolver.ts'
import { type LoopbackLab, outside, startLoopbackLab } from './loopback-lab.ts'

/** A lab whose outside server plays every part that a path names, and the guard with the lab's rules. */
export type GuardLab = LoopbackLab & {
  readonly rules: FetchRules
  /** Observes with HEAD, up to five redirects and the lab's rules, unless told otherwise. */
  observe(
    request: Partial<FetchRequest> & { url: string },
    options?: { resolve?: ResolveAddresses; rules?: Partial<FetchRules> },
  ): Promise<FetchOutcome>
  /** URL of the outside server that redirects there. */
  redirectTo(target: string, status?: number): string
}

const noNames: ResolveAddresses = async () => []

export async function startGuardLab(): Promise<GuardLab> {
  const lab = await startLoopbackLab(answer)
  const rules: FetchRules = {
    extraPorts: [lab.port],
    exceptions: parseAddressBlocks([`${outside}/32`]),
    userAgent: 'outturn-fetcher/1.0',
  }
  return {
    ...lab,
    rules,
    observe(request, { resolve = noNames, rules: others } = {}) {
      const signal = AbortSignal.timeout(10_000)
      const usual = { method: 'HEAD', retriesWithGet: true, maxRedirects: 5, signal } as const
      return fetchGuarded({ ...usual, ...request }, { ...rules, ...others }, resolve)
    },
    redirectTo: (target, status = 302) =>
      lab.url(outside, `/to?${encodeURIComponent(`${status},${target}`)}`),
  }
}

/** `/status/404` answers so, `/to?<status>,<url>` redirects, `/no-head/…` knows GET only, and so on. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://outside.example')
  if (url.pathname.startsWith('/status/')) {
    response.writeHead(Number(url.pathname.slice('/status/'.length))).end()
  } else if (url.pathname === '/to') {
    const [status, ...location] = decodeURIComponent(url.search.slice(1)).split(',')
    response.writeHead(Number(status), { location: location.join(',') }).end()
  } else if (url.pathname.startsWith('/no-head/')) {
    response.writeHead(request.method === 'HEAD' ? Number(url.pathname.slice('/no-head/'.length)) : 200).end()
  } else if (url.pathname === '/endless-body') {
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  } else if (url.pathname === '/bomb') {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '3' }).end('bad')
  } else if (url.pathname === '/huge-header') {
    response.writeHead(200, { 'x-filler': 'y'.repeat(64 * 1024) }).end()
  } else if (url.pathname === '/garbage') {
    response.socket?.end('this is not HTTP\r\n\r\n')
  } else if (url.pathname === '/hangs-up') {
    response.socket?.destroy()
  } else if (url.pathname !== '/hangs') {
    response.writeHead(200).end('ok')
  }
}
