import { Health, defineEndpoint, openAccess } from '@outturn/contracts'
import { z } from 'zod'
import { openInstance } from '../../http/admission.ts'
import { type Answer, type Call, serve, json, type Route } from '../../http/route.ts'
import { apiVersion } from '../../openapi/api-version.ts'

const Readiness = z
  .strictObject({
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.enum(['ok', 'failing'])),
  })
  .meta({ id: 'Readiness' })

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
        success: { status: 200, description: 'Everything it needs answers; else 503.', content: Readiness },
      }),
      readiness,
    ),
  ]
}

async function readiness({ instances }: Call): Promise<Answer> {
  const checks = Object.entries(openInstance(instances).checks)
  const outcomes = await Promise.allSettled(checks.map(([, check]) => check()))
  const words = checks.map(([name], index) => [
    name,
    outcomes[index]?.status === 'fulfilled' ? 'ok' : 'failing',
  ])
  const isReady = outcomes.every(({ status }) => status === 'fulfilled')
  return json(isReady ? 200 : 503, {
    status: isReady ? 'ready' : 'not_ready',
    checks: Object.fromEntries(words),
  })
}
