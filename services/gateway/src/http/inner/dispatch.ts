import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A request of one route to another one of this gateway. */
export type InnerRequest = {
  readonly method: 'DELETE' | 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** It is counted against a quota, so that the request that it stands for is not. */
  readonly isRateLimited: boolean
}

export type InnerAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** Asks a route on behalf of a request that is under way. */
export type Dispatch = (inner: InnerRequest, outer: FastifyRequest) => Promise<InnerAnswer>

/**
 * Asks the routes of this server in its own process: who may do what, limits, bounds and errors are those of every request. Where
 * the asked route counts, the outer request is given back to the quota, so that both are one.
 */
export function dispatchTo(app: FastifyInstance): Dispatch {
  return async ({ method, path, headers, body, isRateLimited }, outer) => {
    if (isRateLimited && outer.rate?.release !== undefined) {
      const { release } = outer.rate
      outer.rate = null
      await release()
    }
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: outer.admitted?.address ?? outer.ip,
      headers: { host: outer.headers.host ?? 'localhost', ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(sent), body: answer.rawPayload }
  }
}
