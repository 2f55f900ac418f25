import {
  type checkOutcome,
  type environmentState,
  readHealth,
  readReadiness,
  type Readiness,
  type verificationServices,
} from '@outturn/contracts'
import type { z } from 'zod'
import { type GatewayInstance, type Instances, openEnvironment } from '../../deps.ts'
import { type Answer, serve, json, type Route } from '../../http/route.ts'
import { apiVersion } from '@outturn/contracts'

/** Longest time of one check: what answers later is as good as gone. */
const longestCheckMs = 1_000
/** Services write a row and have a message stored before they answer. */
const longestWorkCheckMs = 2_500
/** Who asks again within this time gets the same answer, so that the checks of many callers are no load. */
const freshMs = 1_000

export function healthRoutes(slug: string): readonly Route[] {
  const found = shortlyKept(readiness)
  return [
    serve(readHealth, ({ instances, now }) =>
      json(200, {
        status: 'ok',
        service: slug,
        version: apiVersion,
        environment: openEnvironment(instances),
        time: now.toISOString(),
      }),
    ),
    serve(readReadiness, ({ instances }) => found(instances)),
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

type Outcome = z.infer<typeof checkOutcome>

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
