import type { FastifyRequest } from 'fastify'
import type { Log } from '@outturn/service'
import type { Instances } from '../deps.ts'
import { rateField } from '../rate-limit/rate-headers.ts'
import { capture } from './capture.ts'
import { wordsOfPaths } from './redact-text.ts'
import { successSampling } from './success-sampling.ts'
import type { Route } from '../http/route.ts'

type Answered = {
  readonly at: Date
  readonly tookMs: number
  readonly status: number
  readonly route: Route | null
  readonly address: string
}

/** Hands each answered request to the log of its environment, once its answer is out. */
export function recordRequests(
  instances: Instances,
  routes: readonly Route[],
  log: Log,
): (request: FastifyRequest, answered: Answered) => void {
  const weigh = successSampling()
  const pathWords = wordsOfPaths(routes.map(({ path }) => path))

  function record(request: FastifyRequest, answered: Answered): void {
    // A request whose path the router cannot read has none of these members.
    const {
      asked = null,
      commandKey = null,
      rate = null,
      refusal = null,
      madeSpoolId = null,
    } = request as Partial<FastifyRequest>
    const captured = capture(
      {
        ...answered,
        id: request.id,
        method: request.method,
        url: request.raw.url ?? '',
        pathWords,
        headers: request.raw.headers,
        body: request.body,
        caller: asked,
        idempotencyKey: commandKey,
        rateLimit: rate === null ? null : rateField(rate),
        refusal,
        madeSpoolId,
      },
      instances,
      weigh,
    )
    captured?.instance.requestLog.push(captured.entry)
  }

  return (request, answered) => {
    try {
      record(request, answered)
    } catch (error) {
      // The answer is out, and this runs in an event of its connection, where a throw would end the process.
      log.error({ err: error, requestId: request.id }, 'a request cannot be recorded')
    }
  }
}
