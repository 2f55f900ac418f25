import type { Clock } from '@outturn/service'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Instances } from '../auth/identify.ts'
import { checkedInput } from '../convert/checked-input.ts'
import { idempotencyKey, keyedIdentity, singleIdentity } from '../convert/command-identity.ts'
import { parseBody } from '../convert/json-body.ts'
import { openInstance } from './admission.ts'
import type { Call, Route } from './route.ts'

export type CallDeps = {
  readonly instances: Instances
  readonly clock: Clock
  readonly newUuid: () => string
}

const defaultDeadlineMs = 5_000
const emptyBody = z.strictObject({})

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
  const identity = request.admitted?.identity ?? null
  const instance = identity?.instance ?? openInstance(instances)
  const body = readBody(route, request.body)
  const query = route.query === undefined ? {} : checkedInput(route.query, request.query)
  const now = clock.now()
  return {
    requestId: request.id,
    instance,
    instances,
    identity,
    principal: identity?.principal ?? { kind: 'public' },
    params: request.params as Record<string, string>,
    headers: request.headers,
    query,
    body,
    now,
    deadline: now.getTime() + (route.deadlineMs ?? defaultDeadlineMs),
    commandIdentity(bodyKey) {
      const key = idempotencyKey(request.headers['idempotency-key'] as string | undefined, bodyKey)
      if (key === null) return singleIdentity(newUuid())
      const accountId = identity?.principal.accountId ?? 'public'
      const scope = {
        environment: instance.environment,
        accountId,
        method: route.method,
        path: pathOf(request),
      }
      return keyedIdentity(scope, key, body as object)
    },
  }
}

/** The body as the route's schema has it; a route without one takes an empty body or `{}`. */
function readBody({ body: schema }: Route, raw: unknown): unknown {
  const bytes = raw instanceof Uint8Array ? raw : new Uint8Array()
  if (schema !== undefined) return checkedInput(schema, parseBody(bytes))
  return bytes.length === 0 ? {} : checkedInput(emptyBody, parseBody(bytes))
}
