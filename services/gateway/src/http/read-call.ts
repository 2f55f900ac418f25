import { type PassedText, pathTo, type Principal } from '@outturn/contracts'
import { ownTurn } from '@outturn/messaging'
import type { Clock } from '@outturn/service'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BodyReader } from '../adapters/body-reader.ts'
import type { Identity } from '../auth/identify.ts'
import { type Instances, openEnvironment, openInstance } from '../deps.ts'
import { parseForm } from '../wire/body/form-body.ts'
import { checkedQuery } from '../wire/checked-query.ts'
import { type BodyDigest, drawnKey, idempotencyKey, keyedIdentity } from '../wire/command-identity.ts'
import { type BodyForm, passedTexts, readBody } from '../wire/read-body.ts'
import { largeBodies } from '../wire/large-bodies.ts'
import { isLarge } from './bodies/body-limit.ts'
import type { Dispatch } from './inner/dispatch.ts'
import type { Call, Route } from './route.ts'
import { viewOfQuery } from './views/view-of-query.ts'

export type CallDeps = {
  readonly instances: Instances
  readonly clock: Clock
  readonly newUuid: () => string
  readonly bodies: Pick<BodyReader, 'read'>
  readonly bundles: Call['bundles']
  readonly dispatch: Dispatch
}

/** A longer body takes milliseconds to read, and has a turn of the event loop of its own. */
const shortBodyBytes = 16_384
/** A longer one takes ten, and is read in a thread where its operation allows that. */
const longBodyBytes = 131_072

const defaultDeadlineMs = 5_000
/** The part of its time that a request waits for room at most; the rest is for the answer. */
const shareOfWaiting = 0.6
const nothing = z.strictObject({})

/** The path of a request as it was sent, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.raw.url?.split('?', 1)[0] ?? ''
}

/** An admitted request whose body has arrived, as its route takes it; refuses what the schemas refuse. */
export async function readCall(
  route: Route,
  request: FastifyRequest,
  { instances, clock, newUuid, bodies, bundles, dispatch }: CallDeps,
): Promise<Call> {
  const { identity = null, address = '', caller = '', room } = request.admitted ?? {}
  const header = request.headers['idempotency-key'] as string | undefined
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
  const budget = identity?.sessionId === undefined ? undefined : identity.instance.sessions.budget
  const isKeyed = header !== undefined
  const isReadHere = bytes.length <= longBodyBytes || largeBodies[route.operationId] === undefined
  if (bytes.length > shortBodyBytes && isReadHere) await ownTurn()
  const body = isReadHere
    ? readHere(formOf(route), bytes, budget)
    : readThere(await bodies.read({ operationId: route.operationId, bytes, budget, isKeyed }, caller))
  const { view, rest } = viewOfQuery(route, request.query)
  const query = readQuery(route, rest)
  const { act_as_party: actsAs } = (query ?? {}) as { act_as_party?: string }
  const headerKey = route.method !== 'GET' ? idempotencyKey(header, undefined) : null
  const readKey = () => idempotencyKey(headerKey ?? undefined, body.idempotencyKey)
  const params = request.params as Record<string, string>
  const now = clock.now()
  const deadlineMs = route.deadlineMs ?? defaultDeadlineMs
  const roomUntil = now.getTime() + deadlineMs * shareOfWaiting
  return {
    requestId: request.id,
    get instance() {
      return identity?.instance ?? openInstance(instances)
    },
    instances,
    bundles,
    dispatch: (inner) => dispatch(inner, request),
    identity,
    address,
    principal: actingPrincipal(identity, actsAs),
    get path() {
      return pathOf(request)
    },
    params,
    headers: request.headers,
    get rawHeaders() {
      return request.raw.rawHeaders
    },
    bytes,
    query,
    view,
    get body() {
      return body.value()
    },
    request: body.request,
    passed: body.passed,
    now,
    get idempotencyKey() {
      return readKey()
    },
    deadline: now.getTime() + deadlineMs,
    roomFor: isLarge(bytes.length)
      ? undefined
      : async (length, more) => room?.take(length, { until: roomUntil, ...(more !== undefined && { more }) }),
    commandIdentity() {
      const key = readKey() ?? drawnKey(newUuid())
      request.commandKey = key
      const accountId = identity?.principal.accountId ?? `address|${address}`
      const scope = {
        environment: identity?.instance.environment ?? openEnvironment(instances),
        accountId,
        method: route.method,
        // As the operation and its parameters make it: a path that is written in another way is the same request.
        path: pathTo(route, params, { act_as_party: actsAs }),
      }
      return keyedIdentity(scope, key, body.identified)
    },
  }
}

/** The query as the route's schema has it; a parameter that means nothing is refused rather than ignored. */
function readQuery({ query: schema = nothing, ignoresQuery = false }: Route, raw: unknown): unknown {
  return ignoresQuery ? {} : checkedQuery(schema, raw)
}

/** Who asks; a sandbox session with the party that it says it acts as. */
function actingPrincipal(identity: Identity | null, actsAs: string | undefined): Principal {
  if (identity === null) return { kind: 'public' }
  const { principal } = identity
  return principal.kind === 'sandbox' && actsAs !== undefined ? { ...principal, actsAs } : principal
}

/** A body as a call gives it out. */
type CalledBody = {
  readonly value: () => unknown
  readonly request: unknown
  readonly passed: Readonly<Record<string, PassedText>>
  readonly idempotencyKey: string | undefined
  readonly identified: object | BodyDigest
}

function readHere(...[form, bytes, budget]: Parameters<typeof readBody>): CalledBody {
  const { value, passed, ...rest } = readBody(form, bytes, budget)
  return { ...rest, passed: passedTexts(passed), value: () => value, identified: value as object }
}

function readThere({
  text,
  passed,
  idempotencyKey: key,
  digest,
}: Awaited<ReturnType<BodyReader['read']>>): CalledBody {
  return {
    value() {
      throw new Error('a large body was read as a value, and is passed on as a text only')
    },
    request: text,
    passed,
    idempotencyKey: key,
    // Under a drawn key nothing of the body is compared.
    identified: digest ?? {},
  }
}

/** How the body of a route is read; a route without one takes an empty body or `{}`. */
function formOf({
  operationId,
  body,
  isBodyOptional = false,
  takesForm = false,
  takesBytes,
}: Route): BodyForm {
  if (takesBytes === true) return { schema: z.unknown(), isOptional: true, parse: () => ({}) }
  if (body === undefined) return { schema: nothing, isOptional: true }
  if (takesForm) return { schema: body, isOptional: isBodyOptional, parse: parseForm }
  return largeBodies[operationId] ?? { schema: body, isOptional: isBodyOptional }
}
