import { Health, defineEndpoint, openAccess, paymentLaneStates, WorkFailure } from '@outturn/contracts'
import { z } from 'zod'
import { verificationServices } from '../../adapters/work-checks.ts'
import { type GatewayInstance, type Instances, openEnvironment } from '../../deps.ts'
import { type Answer, serve, json, type Route } from '../../http/route.ts'
import { apiVersion } from '../../openapi/api-version.ts'

const outcome = z.enum(['ok', 'failing'])
const environmentState = z.enum(['ready', 'not_ready', 'not_started'])
const Readiness = z
  .strictObject({
    status: z
      .enum(['ready', 'not_ready'])
      .describe(
        'That of production where it is hosted, so that nothing of the sandbox takes production out of service.',
      ),
    checks: z
      .strictObject({
        store: outcome.describe('The database of keys and sessions takes writes.'),
        rate_limit: outcome.describe('The store of rate limits answers.'),
        queue: outcome.describe('The message bus answers.'),
        spool: outcome.describe('The service of agreements and deliveries can do its work.'),
        verification: outcome.describe('The service that judges deliveries can do its work.'),
        billing: outcome.describe('The service of credits and payments can do its work.'),
        signing: outcome.describe(
          'The service that signs can do its work: it has an active key for each purpose that a verification needs.',
        ),
      })
      .describe(
        'What was asked for `status`. A service can do its work when it answers, writes a row and has a message stored. All are failing while the environment has not started.',
      ),
    problems: z
      .array(
        z.strictObject({
          service: z.enum(verificationServices).describe('The service that cannot do its work.'),
          ...WorkFailure.shape,
        }),
      )
      .describe('Why services of the checks are failing, and what the operator does about it.'),
    environments: z
      .strictObject({ production: environmentState.optional(), demo: environmentState.optional() })
      .describe(
        'Each environment that is hosted: whether all of its checks pass, and `not_started` while requests to it are refused with 503.',
      ),
    payments: z
      .strictObject({ x402: z.enum([...paymentLaneStates, 'unknown']) })
      .describe(
        'Lanes that take payments for single calls; nothing else waits for them. `mismatch`: the chain has another token than the one configured, so the lane stays off. `unreachable`: the chain or the facilitator does not answer.',
      ),
  })
  .meta({ id: 'Readiness' })
type Readiness = z.infer<typeof Readiness>

/** Longest time of one check: what answers later is as good as gone. */
const longestCheckMs = 1_000
/** Services write a row and have a message stored before they answer. */
const longestWorkCheckMs = 2_500
/** Who asks again within this time gets the same answer, so that the checks of many callers are no load. */
const freshMs = 1_000

export function healthRoutes(slug: string): readonly Route[] {
  const found = shortlyKept(readiness)
  return [
    serve(
      defineEndpoint({
        operationId: 'read-health',
        path: '/api/health',
        access: openAccess,
        summary: 'See that the service answers',
        isRateLimited: false,
        ignoresQuery: true,
        success: { status: 200, description: 'The service answers; nothing else is asked.', content: Health },
      }),
      ({ instances, now }) =>
        json(200, {
          status: 'ok',
          service: slug,
          version: apiVersion,
          environment: openEnvironment(instances),
          time: now.toISOString(),
        }),
    ),
    serve(
      defineEndpoint({
        operationId: 'read-readiness',
        path: '/api/ready',
        access: openAccess,
        summary: 'See that the service can do its work',
        isRateLimited: false,
        ignoresQuery: true,
        success: { status: 200, description: 'Everything it needs answers.', content: Readiness },
        refuses: ['configuration_unavailable'],
        otherSuccess: { status: 503, description: 'Something it needs does not answer.', content: Readiness },
      }),
      ({ instances }) => found(instances),
    ),
  ]
}

type Kept = { freshUntil: number; readonly answer: Promise<Answer> }

/** The answer for one set of environments, found anew when it is older than a moment. */
function shortlyKept(
  find: (instances: Instances) => Promise<Answer>,
): (instances: Instances) => Promise<Answer> {
  const kept = new WeakMap<Instances, Kept>()
  return (instances) => {
    const known = kept.get(instances)
    if (known !== undefined && performance.now() < known.freshUntil) return known.answer
    const next: Kept = {
      freshUntil: Number.POSITIVE_INFINITY,
      answer: find(instances).finally(() => {
        next.freshUntil = performance.now() + freshMs
      }),
    }
    kept.set(instances, next)
    return next.answer
  }
}

async function readiness(instances: Instances): Promise<Answer> {
  const found = await Promise.all(
    instances.hosted.map(async (environment) => ({
      environment,
      ...(await judged(instances.started[environment])),
    })),
  )
  const leading = found[0] as Judged
  return json(leading.state === 'ready' ? 200 : 503, {
    status: leading.state === 'ready' ? 'ready' : 'not_ready',
    checks: leading.checks,
    problems: leading.problems,
    environments: Object.fromEntries(found.map((each) => [each.environment, each.state])),
    payments: leading.payments,
  } satisfies Readiness)
}

type Judged = Pick<Readiness, 'checks' | 'problems' | 'payments'> & {
  readonly state: z.infer<typeof environmentState>
}

async function judged(instance: GatewayInstance | undefined): Promise<Judged> {
  const checks = instance?.checks
  const [store, rate_limit, queue, work, payments] = await Promise.all([
    outcomeOf(checks?.store),
    outcomeOf(checks?.rate_limit),
    outcomeOf(checks?.queue),
    inTime(instance?.failingWork(), null, longestWorkCheckMs),
    inTime(instance?.paymentLanes(), { x402: 'unknown' as const }),
  ])
  const problems = [...(work ?? [])]
  const workOf = (service: (typeof verificationServices)[number]): Outcome =>
    work === null || problems.some((problem) => problem.service === service) ? 'failing' : 'ok'
  const outcomes = {
    ...{ store, rate_limit, queue },
    ...{ spool: workOf('spool'), verification: workOf('verification') },
    ...{ billing: workOf('billing'), signing: workOf('signing') },
  }
  const isReady = Object.values(outcomes).every((each) => each === 'ok')
  const state = isReady ? 'ready' : 'not_ready'
  return { state: instance === undefined ? 'not_started' : state, checks: outcomes, problems, payments }
}

type Outcome = z.infer<typeof outcome>

async function outcomeOf(check: (() => Promise<void>) | undefined): Promise<Outcome> {
  return inTime(
    check?.().then(() => 'ok' as const),
    'failing',
  )
}

/** What is found in time; `otherwise` where it is not, or cannot be asked for. */
async function inTime<Found, Otherwise>(
  finding: Promise<Found> | undefined,
  otherwise: Otherwise,
  withinMs = longestCheckMs,
): Promise<Found | Otherwise> {
  if (finding === undefined) return otherwise
  const late = AbortSignal.timeout(withinMs)
  const isLate = new Promise<Otherwise>((resolve) => {
    late.addEventListener('abort', () => resolve(otherwise), { once: true })
  })
  return Promise.race([finding.catch(() => otherwise), isLate])
}
