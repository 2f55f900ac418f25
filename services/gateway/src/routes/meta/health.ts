import { Health, defineEndpoint, openAccess, paymentLaneStates } from '@outturn/contracts'
import { z } from 'zod'
import { type GatewayInstance, openEnvironment } from '../../deps.ts'
import { type Answer, type Call, serve, json, type Route } from '../../http/route.ts'
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
        store: outcome.describe('The database of keys and sessions answers.'),
        rate_limit: outcome.describe('The store of rate limits answers.'),
        queue: outcome.describe('The message bus answers.'),
        signing: outcome.describe('The signing service answers and has an active key for receipts.'),
      })
      .describe('What was asked for `status`. All are failing while the environment has not started.'),
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

export function healthRoutes(slug: string): readonly Route[] {
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
      readiness,
    ),
  ]
}

async function readiness({ instances }: Call): Promise<Answer> {
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
    environments: Object.fromEntries(found.map((each) => [each.environment, each.state])),
    payments: leading.payments,
  } satisfies Readiness)
}

type Judged = Pick<Readiness, 'checks' | 'payments'> & { readonly state: z.infer<typeof environmentState> }

async function judged(instance: GatewayInstance | undefined): Promise<Judged> {
  const checks = instance?.checks
  const [store, rate_limit, queue, signing, payments] = await Promise.all([
    outcomeOf(checks?.store),
    outcomeOf(checks?.rate_limit),
    outcomeOf(checks?.queue),
    outcomeOf(checks?.signing),
    inTime(instance?.paymentLanes(), { x402: 'unknown' as const }),
  ])
  const outcomes = { store, rate_limit, queue, signing }
  const isReady = Object.values(outcomes).every((each) => each === 'ok')
  const state = isReady ? 'ready' : 'not_ready'
  return { state: instance === undefined ? 'not_started' : state, checks: outcomes, payments }
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
): Promise<Found | Otherwise> {
  if (finding === undefined) return otherwise
  const late = AbortSignal.timeout(longestCheckMs)
  const isLate = new Promise<Otherwise>((resolve) => {
    late.addEventListener('abort', () => resolve(otherwise), { once: true })
  })
  return Promise.race([finding.catch(() => otherwise), isLate])
}
