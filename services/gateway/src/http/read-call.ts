import { pathTo } from '@outturn/contracts'
import type { Clock } from '@outturn/service'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Instances } from '../deps.ts'
import { checkedInput } from '../wire/checked-input.ts'
import { drawnKey, idempotencyKey, keyedIdentity } from '../wire/command-identity.ts'
import { parseBody } from '../wire/json-body.ts'
import { openInstance } from './admission.ts'
import type { Call, Route } from './route.ts'

export type CallDeps = {
  readonly instances: Instances
  readonly clock: Clock
  readonly newUuid: () => string
}

const defaultDeadlineMs = 5_000
const nothing = z.strictObject({})

/** The path of a request as it was sent, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.raw.url?.split('?', 1)[0] ?? ''
}

/** An admitted request whose body has arrived, as its route takes it; refuses what the schemas refuse. */
export function readCall(
  route: Route,
  request: FastifyRequest,
  { instances, clock, newUuid }: CallDeps,
): Call {
  const { identity = null, address = '' } = request.admitted ?? {}
  const instance = identity?.instance ?? openInstance(instances)
  const body = readBody(route, request.body)
  const query = readQuery(route, request.query)
  const header = request.headers['idempotency-key'] as string | undefined
  const headerKey = route.method === 'POST' ? idempotencyKey(header, undefined) : null
  const params = request.params as Record<string, string>
  const now = clock.now()
  return {
    requestId: request.id,
    instance,
    instances,
    identity,
    principal: identity?.principal ?? { kind: 'public' },
    params,
    headers: request.headers,
    query,
    body,
    now,
    idempotencyKey: headerKey,
    deadline: now.getTime() + (route.deadlineMs ?? defaultDeadlineMs),
    commandIdentity(bodyKey) {
      const key = idempotencyKey(headerKey ?? undefined, bodyKey) ?? drawnKey(newUuid())
      request.commandKey = key
      const accountId = identity?.principal.accountId ?? `address|${address}`
      const scope = {
        environment: instance.environment,
        accountId,
        method: route.method,
        // As the operation and its parameters make it: a path that is written in another way is the same request.
        path: pathTo(route, params),
      }
      return keyedIdentity(scope, key, body as object)
    },
  }
}

/** The query as the route's schema has it; a parameter that means nothing is refused rather than ignored. */
function readQuery({ query: schema = nothing, ignoresQuery = false }: Route, raw: unknown): unknown {
  return ignoresQuery ? {} : checkedInput(schema, raw)
}

/** The body as the route's schema has it; a route without one takes an empty body or `{}`. */
function readBody(
  { body: schema = nothing, isBodyOptional = schema === nothing }: Route,
  raw: unknown,
): unknown {
  const bytes = raw instanceof Uint8Array ? raw : new Uint8Array()
  return checkedInput(schema, bytes.length === 0 && isBodyOptional ? {} : parseBody(bytes))
}
