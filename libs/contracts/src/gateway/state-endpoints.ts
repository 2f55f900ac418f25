import { openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Capabilities } from '../http/capabilities.ts'
import { Health, Readiness } from '../http/readiness.ts'

/** Endpoints by which callers and operators see what a deployment can do now. */

export const readCapabilities = defineEndpoint({
  operationId: 'read-capabilities',
  path: '/api/v1/capabilities',
  access: openAccess,
  tag: 'Service',
  summary: 'Read the capabilities of this deployment',
  description:
    'Returns what this deployment can do: verification methods, checkers, judges, settlement and payment protocols. Read it before you rely on one of them. It costs nothing.',
  success: {
    status: 200,
    description: 'Verification methods, checkers, settlement and payment protocols.',
    content: Capabilities,
  },
  refuses: ['configuration_unavailable'],
})

export const readHealth = defineEndpoint({
  operationId: 'read-health',
  path: '/api/health',
  access: openAccess,
  tag: 'Service',
  summary: 'Check that the service answers',
  description:
    'Answers as long as the process runs. Use it for restarts by a supervisor, and read-readiness for load balancing.',
  isRateLimited: false,
  ignoresQuery: true,
  success: { status: 200, description: 'The service answers. Nothing else is checked.', content: Health },
})

export const readReadiness = defineEndpoint({
  operationId: 'read-readiness',
  path: '/api/ready',
  access: openAccess,
  tag: 'Service',
  summary: 'Check that the service is ready',
  description:
    'Says if the service can work now, with the state of each of its parts. Use it for load balancing and monitoring.',
  isRateLimited: false,
  ignoresQuery: true,
  success: { status: 200, description: 'The service is ready.', content: Readiness },
  refuses: ['configuration_unavailable'],
  otherSuccess: { status: 503, description: 'The service is not ready.', content: Readiness },
})
