import { Health, defineEndpoint, openAccess } from '@outturn/contracts'
import { z } from 'zod'
import { openInstance } from '../../http/admission.ts'
import { type Answer, type Call, serve, json, type Route } from '../../http/route.ts'
import { apiVersion } from '../../openapi/api-version.ts'

const outcome = z.enum(['ok', 'failing'])
const Readiness = z
  .strictObject({
    status: z.enum(['ready', 'not_ready']),
    checks: z.strictObject({
      store: outcome.describe('The database of keys and sessions answers.'),
      rate_limit: outcome.describe('The store of rate limits answers.'),
      queue: outcome.describe('The message bus answers.'),
      signing: outcome.describe('The signing service answers and has an active key for receipts.'),
    }),
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
          environment: openInstance(instances).environment,
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
  const { store, rate_limit, queue, signing } = openInstance(instances).checks
  const outcomes = await Promise.all([store, rate_limit, queue, signing].map(outcomeOf))
  const [ofStore, ofRateLimit, ofQueue, ofSigning] = outcomes as [Outcome, Outcome, Outcome, Outcome]
  const isReady = outcomes.every((each) => each === 'ok')
  return json(isReady ? 200 : 503, {
    status: isReady ? 'ready' : 'not_ready',
    checks: { store: ofStore, rate_limit: ofRateLimit, queue: ofQueue, signing: ofSigning },
  } satisfies Readiness)
}

type Outcome = z.infer<typeof outcome>

async function outcomeOf(check: () => Promise<void>): Promise<Outcome> {
  const late = AbortSignal.timeout(longestCheckMs)
  const isLate = new Promise<Outcome>((resolve) => {
    late.addEventListener('abort', () => resolve('failing'), { once: true })
  })
  const found = check().then(
    () => 'ok' as const,
    () => 'failing' as const,
  )
  return Promise.race([found, isLate])
}
