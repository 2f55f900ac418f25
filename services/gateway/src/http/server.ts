import type { IncomingMessage } from 'node:http'
import { invalid, Refusal } from '@outturn/contracts'
import type { Log, Metrics } from '@outturn/service'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { z } from 'zod'
import { assertFormBody, assertOwnPage } from '../wire/body/form-body.ts'
import { assertJsonBody } from '../wire/body/json-body.ts'
import { acceptedTypes } from '../wire/media-types.ts'
import type { Credential } from '../auth/credential.ts'
import { assertOneCredential, presentedKey } from '../auth/presented-key.ts'
import { type GatewayInstance, openEnvironment } from '../deps.ts'
import { restoredHeader, restoredText } from '../wire/lost-time.ts'
import { assertSingleHeaders } from '../wire/single-headers.ts'
import { clientAddress, type TrustedProxies } from '../rate-limit/client-address.ts'
import { policyField, type RateState, rateField } from '../rate-limit/rate-headers.ts'
import type { RateDecision } from '../rate-limit/rate-limiter.ts'
import { oneAtATime } from './bounds/one-at-a-time.ts'
import { refusedRates } from './bounds/refused-rate.ts'
import {
  type Admission,
  type AdmissionDeps,
  admit,
  assertStillGood,
  refuseErased,
  assertWithinQuota,
  type Presented,
  readAdmission,
} from './admission.ts'
import { assertDeclaredLength, bodyLimitOf, bodyTooLarge, mayBeLarge } from './bodies/body-limit.ts'
import { gatherBody } from './bodies/gather-body.ts'
import { limitConnections } from './bounds/connection-places.ts'
import {
  type AnswerRoom,
  type LargeAnswerLimits,
  largeAnswerOf,
  largeAnswers,
} from './bounds/large-answers.ts'
import { largeBodyPlaces } from './bounds/large-body-places.ts'
import { countRefusedWork } from './bounds/refused-work.ts'
import { cutOffUnread } from './bounds/unread-answer.ts'
import { answerBrokenRequest, answerOutside, tunnelRefused } from './broken-request.ts'
import { deprecationHeaders } from './deprecation-headers.ts'
import { dispatchTo } from './inner/dispatch.ts'
import { assertNoOtherExpectation, awaitsContinue, judgeExpectations } from './expectations.ts'
import { inFlight, type InFlightDeps } from './in-flight.ts'
import { knownPaths } from './known-paths.ts'
import { type CallDeps, pathOf, readCall } from './read-call.ts'
import { recordRequests } from '../request-log/record-requests.ts'
import { requestIds } from './request-ids.ts'
import { observeRequests } from './request-observer.ts'
import type { Call, Route } from './route.ts'
import { sendAnswer } from './send-answer.ts'
import { type RefusalSenderDeps, refusalSender } from './send-refusal.ts'
import { summaryOf } from './views/summary.ts'

export type HttpSettings = {
  /** The address that callers use. */
  readonly publicUrl: string
  /** Largest request body in bytes. */
  readonly bodyLimit: number
  readonly maxInFlight: number
  /** Most requests of one client address under way; 0 for any number. */
  readonly maxInFlightPerAddress: number
  /** Most large bodies under way at once, and most of one caller. */
  readonly maxLargeBodies: number
  readonly maxLargeBodiesPerCaller: number
  /** Most bytes of large answers under way at once, and most of one caller. */
  readonly largeAnswers: LargeAnswerLimits
  readonly trustedProxies: TrustedProxies
  /** Time for a whole request to arrive, and for its headers, in milliseconds. */
  readonly requestTimeoutMs: number
  readonly headersTimeoutMs: number
  /** How long a caller may take nothing of its answer, in milliseconds. */
  readonly writeTimeoutMs: number
  readonly maxConnections: number
  /** Most connections of one client address; 0 for any number. */
  readonly maxConnectionsPerAddress: number
}

export type HttpServerDeps = AdmissionDeps &
  Omit<CallDeps, 'dispatch'> & {
    readonly routes: readonly Route[]
    readonly settings: HttpSettings
    readonly log: Log
    readonly metrics: Metrics
    readonly isOverloaded: InFlightDeps['isOverloaded']
    /** Address of our own pages. */
    readonly publicUrl: string
    /** How a refusal looks to a browser. */
    readonly errorPage: RefusalSenderDeps['errorPage']
  }

/** What admission found out, for the handler that runs once the body is read. */
type Admitted = {
  identity: Call['identity']
  address: string
  /** Who shares what is bounded for each caller: an account, a sandbox session, or an address without one. */
  caller: string
  room: AnswerRoom
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
    /** What the request presented and who that is; null until it is known. */
    asked: (Pick<Admission, 'identity'> & { readonly credential: Credential }) | null
    /** How it was refused; null where it was not. */
    refusal: Refusal | null
    /** How the request was counted; null where it was not. */
    rate: RateDecision | null
    /** The idempotency key of the command that the request became: its own, or the one that was drawn for it. */
    commandKey: string | null
    /** The Spool that its answer says was made. */
    madeSpoolId: string | null
  }
  interface FastifyContextConfig {
    route?: Route
  }
}

const longestHeadersBytes = 16_384
const maxParamLength = 200

/** The HTTP face of the routes: admission before a body is read, one form of errors, bounded work. Not yet listening. */
export function createHttpServer(deps: HttpServerDeps): FastifyInstance {
  const { routes, settings, log } = deps
  const refused = countRefusedWork({ log, metrics: deps.metrics })
  const { note } = refused
  const places = inFlight({
    most: settings.maxInFlight,
    mostOfAddress: settings.maxInFlightPerAddress,
    isOverloaded: deps.isOverloaded,
    onRefused: note,
  })
  const rateOfRefused = refusedRates(deps)
  const largeBodies = largeBodyPlaces(
    { most: settings.maxLargeBodies, mostOfCaller: settings.maxLargeBodiesPerCaller },
    note,
  )
  const roomOf = largeAnswers(settings.largeAnswers, { metrics: deps.metrics, onRefused: note })
  const record = recordRequests(deps.instances, routes, log)
  const observer = observeRequests({ log, metrics: deps.metrics, inFlight: places.count })
  const app = fastify({
    bodyLimit: settings.bodyLimit,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: requestIds(),
    requestIdHeader: false,
    routerOptions: { maxParamLength },
    http: {
      // Refused below, with the error object.
      requireHostHeader: false,
      headersTimeout: settings.headersTimeoutMs,
      maxHeaderSize: longestHeadersBytes,
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, settings.publicUrl),
    frameworkErrors: (_error, request, reply) => {
      void refuseUnknownPath(request, reply).catch((error: unknown) => sendRefusal(error, request, reply))
    },
  })
  judgeExpectations(app.server)
  const connections = limitConnections(
    app.server,
    {
      most: settings.maxConnections,
      mostOfAddress: settings.maxConnectionsPerAddress,
      trustedProxies: settings.trustedProxies,
      publicUrl: settings.publicUrl,
    },
    note,
  )
  deps.metrics.observe({
    name: 'http_connections',
    help: 'Connections that are open.',
    kind: 'gauge',
    labels: [],
    read: () => [{ labels: {}, value: connections() }],
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    cutOffUnread(reply.raw, settings.writeTimeoutMs, () => refused.note('unread_answer'))
    done()
  })
  app.server.on('connect', (_request, socket) => answerOutside(socket, tunnelRefused(), settings.publicUrl))
  app.decorateRequest('admitted', null)
  app.decorateRequest('commandKey', null)
  app.decorateRequest('rate', null)
  app.decorateRequest('asked', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('madeSpoolId', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    const limit = request.routeOptions.bodyLimit
    gatherBody(payload, { limit, refuse: () => bodyTooLarge(routeOf(request), limit) }, done)
  })

  const methodsOf = knownPaths(routes, maxParamLength)

  const sendRefusal = refusalSender({
    log,
    refused,
    writeTimeoutMs: settings.writeTimeoutMs,
    errorPage: deps.errorPage,
    clock: deps.clock,
    publicUrl: settings.publicUrl,
    routeOf,
    addressOf: (request) => presentedBy(request, settings).address,
    lostTimeOf: (request) => lostTimeOf(request)?.current() ?? null,
    release,
  })
  app.setErrorHandler(sendRefusal)

  /** Of the environment that the request is for; of the open one while that is not known. */
  function lostTimeOf({ asked }: FastifyRequest): GatewayInstance['lostTime'] | undefined {
    const { instances } = deps
    return (asked?.identity?.instance ?? instances.started[openEnvironment(instances)])?.lostTime
  }

  /** Returns a request to the quota of its caller: the service did not do what was asked, for a reason of its own. */
  function release({ rate }: FastifyRequest, reply: FastifyReply): void {
    if (rate?.release === undefined) return
    writeRateFields(reply, { ...rate, remaining: rate.remaining + 1 })
    void rate
      .release()
      .catch((error: unknown) => log.error({ err: error }, 'a request could not be given back'))
  }

  /** Opens a request: its id on the answer, a place among those in flight, a line in the log when it ends. Tells who asks. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route | null,
  ): Promise<Presented> {
    reply.header('request-id', request.id).header('x-content-type-options', 'nosniff')
    const presented = presentedBy(request, settings)
    const leave = await placeFor(presented, request, reply, route)
    const at = deps.clock.now()
    const startedAt = performance.now()
    reply.raw.once('close', () => {
      leave()
      const tookMs = performance.now() - startedAt
      const status = reply.raw.writableFinished ? reply.raw.statusCode : 499
      observer({
        requestId: request.id,
        method: request.method,
        route: route?.path ?? 'unknown',
        status,
        ms: tookMs,
        accountId: request.admitted?.identity?.principal.accountId,
      })
      record(request, { at, tookMs, status, route, address: presented.address })
    })
    return presented
  }

  /** A place among those in flight; one that is refused it is told how often it may ask, like every other. */
  async function placeFor(
    presented: Presented,
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route | null,
  ): Promise<() => void> {
    try {
      return places.enter({ address: presented.address, isWrite: route !== null && route.method !== 'GET' })
    } catch (refusal) {
      const isRateLimited = route?.isRateLimited ?? pathOf(request).startsWith('/api/')
      const rate = isRateLimited ? await rateOfRefused(presented) : null
      if (rate !== null) writeRateFields(reply, rate)
      throw refusal
    }
  }

  async function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const presented = await begin(request, reply, null)
    const path = pathOf(request)
    if (path.startsWith('/api/')) {
      const admission = await readAdmission(presented, true, deps)
      request.asked = admission
      if (admission.rate !== null) {
        request.rate = admission.rate
        writeRateFields(reply, admission.rate)
        assertWithinQuota(admission.rate)
      }
    }
    const methods = methodsOf(path)
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new Refusal('route_not_found', `There is no route at ${request.method} ${path.slice(0, 200)}.`)
    }
    reply.header('allow', methods.join(', '))
    throw new Refusal('method_not_allowed', `${request.method} is not supported at this path.`)
  }

  const dispatch = dispatchTo(app)
  const mayBegin = oneAtATime()
  app.addHook('onRequest', async (request, reply) => {
    if (!(await mayBegin(request.raw, reply.raw))) reply.hijack()
    else if (request.is404) await refuseUnknownPath(request, reply)
  })
  app.setNotFoundHandler((request) => {
    throw new Error(`${request.method} ${request.url} passed the hook that refuses unknown paths`)
  })

  for (const route of routes) {
    const limit = bodyLimitOf(route, settings.bodyLimit)
    // Read out of the schema of the answer when there is the first one.
    let deprecation: Readonly<Record<string, string>> | undefined
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: limit,
      config: { route },
      onRequest: async (request, reply) => {
        const params = request.params as Record<string, string>
        // A path that exists with another method is answered as such wherever the router brought it.
        if (route.refuseUnknown !== undefined && methodsOf(pathOf(request)).length > 0) {
          return refuseUnknownPath(request, reply)
        }
        const presented = await begin(request, reply, route)
        const admission = await readAdmission(presented, route.isRateLimited, deps)
        request.asked = admission
        const watch = lostTimeOf(request)
        refuseErased(route, watch)
        const lost = watch?.current() ?? null
        if (lost !== null) reply.header(restoredHeader, restoredText(lost))
        request.rate = admission.rate
        if (admission.rate !== null) writeRateFields(reply, admission.rate)
        assertWellFormed(request.raw)
        assertOneCredential(request.headers)
        admit(route, admission, params)
        route.refuseUnknown?.(params)
        if (route.takesForm === true) assertOwnPage(request.raw.headers, deps.publicUrl)
        assertExchangeable(route, request)
        assertDeclaredLength(route, request.raw, limit)
        const { identity } = admission
        const caller = identity?.rateName ?? presented.address
        if (mayBeLarge(request.raw, limit)) reply.raw.once('close', largeBodies.enter(caller))
        request.admitted = { identity, address: presented.address, caller, room: roomOf(caller, reply.raw) }
        if (awaitsContinue(request.raw)) reply.raw.writeContinue()
      },
      handler: async (request, reply) => {
        if (request.body !== undefined) await assertStillGood(request.asked, deps)
        const call = await readCall(route, request, { ...deps, dispatch })
        const whole = await largeAnswerOf(call, request.admitted?.room, async () => route.answer(call))
        const answer = call.view === 'summary' ? summaryOf(whole) : whole
        deprecation ??= deprecationHeaders(route)
        if (answer.status >= 500) release(request, reply)
        return sendAnswer(reply, answer, deprecation)
      },
    })
  }
  return app
}

/** Refuses headers that could be understood in two ways, or not at all. */
function assertWellFormed(request: IncomingMessage): void {
  if (request.headers.host === undefined && request.httpVersion !== '1.0') {
    throw invalid('Host', 'The request does not say which host it is for.', {
      reason: 'malformed_request',
      remediation: 'Send one Host header, as HTTP/1.1 asks for.',
    })
  }
  assertSingleHeaders(request)
  assertNoOtherExpectation(request)
}

function routeOf({ routeOptions }: FastifyRequest): Partial<Pick<Route, 'access' | 'bodyLimit' | 'paidBy'>> {
  return routeOptions.config.route ?? {}
}

function presentedBy(request: FastifyRequest, settings: HttpSettings): Presented {
  const route = routeOf(request)
  const { headers, socket } = request.raw
  const forwarded = headers['x-forwarded-for'] as string | undefined
  return {
    authorization: presentedKey(headers, route),
    address: clientAddress(socket.remoteAddress ?? 'unknown', forwarded, settings.trustedProxies),
  }
}

function writeRateFields(reply: FastifyReply, rate: RateState): void {
  reply.header('ratelimit-policy', policyField(rate.quota)).header('ratelimit', rateField(rate))
}

/** Refuses an answer that the caller cannot take and a body that is not JSON, before the body is read. */
function assertExchangeable(route: Route, { raw: { headers } }: FastifyRequest): void {
  if (
    route.success.content instanceof z.ZodType &&
    acceptedTypes(headers.accept, ['application/json']).length === 0
  ) {
    throw new Refusal('not_acceptable', 'The answer is JSON, which the Accept header leaves out.')
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const needsBody = route.body !== undefined && route.isBodyOptional !== true
  if (route.takesBytes === true) return
  if (route.takesForm === true) assertFormBody(headers)
  else if (route.method === 'POST' && (hasBody || needsBody)) assertJsonBody(headers)
}
