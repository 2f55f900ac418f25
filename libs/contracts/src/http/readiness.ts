import { Timestamp } from '@outturn/agreement'
import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import { paymentLaneStates } from './payments.ts'
import { verificationServices, WorkFailure } from '../gateway/work-checks.ts'

export const Health = z
  .strictObject({
    status: z.literal('ok').describe('Always `ok`.'),
    service: z.string().meta({ description: 'Name of the service.', examples: ['outturn'] }),
    version: z.string().meta({ description: 'Version of the API.', examples: ['1.0.0'] }),
    environment: z.enum(environments).describe('Environment that answered.'),
    time: Timestamp.describe('Current time of the service.'),
  })
  .meta({ id: 'Health' })

export const checkOutcome = z.enum(['ok', 'failing'])
export const environmentState = z.enum(['ready', 'not_ready', 'not_started'])
export const Readiness = z
  .strictObject({
    status: z
      .enum(['ready', 'not_ready'])
      .describe(
        'Readiness of the production environment, or of the sandbox if this deployment has no production environment.',
      ),
    checks: z
      .strictObject({
        store: checkOutcome.describe('State of the database of keys and sessions.'),
        rate_limit: checkOutcome.describe('State of the rate limit store.'),
        queue: checkOutcome.describe('State of the message bus.'),
        spool: checkOutcome.describe('State of the service for agreements and deliveries.'),
        verification: checkOutcome.describe('State of the service that verifies deliveries.'),
        billing: checkOutcome.describe('State of the service for credits and payments.'),
        signing: checkOutcome.describe(
          'State of the signing service: it needs an active key for each kind of signature.',
        ),
      })
      .describe(
        'Checks that decide `status`. A service passes if it answers, can write to its database and can store a message. All checks fail until the environment has started.',
      ),
    problems: z
      .array(
        z.strictObject({
          service: z.enum(verificationServices).describe('Name of the failing service.'),
          ...WorkFailure.shape,
        }),
      )
      .describe('Causes of the failing checks, and what the operator can do.'),
    environments: z
      .strictObject({
        production: environmentState.optional().describe('State of the production environment.'),
        demo: environmentState.optional().describe('State of the sandbox.'),
      })
      .describe(
        'State of each environment of this deployment. While it is `not_started`, requests to it are refused with 503.',
      ),
    payments: z
      .strictObject({
        x402: z
          .enum([...paymentLaneStates, 'unknown'])
          .describe(
            'State of x402 payments. `off`: not offered. `mismatch`: the token on the chain is not the configured one. `unreachable`: the chain or the facilitator does not answer.',
          ),
      })
      .describe('State of payments for single requests. It does not affect `status`.'),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>
