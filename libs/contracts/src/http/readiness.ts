import { Timestamp } from '@outturn/agreement'
import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import { paymentLaneStates } from './payments.ts'
import { verificationServices, WorkFailure } from '../gateway/work-checks.ts'

export const Health = z
  .strictObject({
    status: z.literal('ok'),
    service: z.string(),
    version: z.string(),
    environment: z.enum(environments),
    time: Timestamp,
  })
  .meta({ id: 'Health' })

export const checkOutcome = z.enum(['ok', 'failing'])
export const environmentState = z.enum(['ready', 'not_ready', 'not_started'])
export const Readiness = z
  .strictObject({
    status: z
      .enum(['ready', 'not_ready'])
      .describe(
        'That of production where it is hosted, so that nothing of the sandbox takes production out of service.',
      ),
    checks: z
      .strictObject({
        store: checkOutcome.describe('The database of keys and sessions takes writes.'),
        rate_limit: checkOutcome.describe('The store of rate limits answers.'),
        queue: checkOutcome.describe('The message bus answers.'),
        spool: checkOutcome.describe('The service of agreements and deliveries can do its work.'),
        verification: checkOutcome.describe('The service that judges deliveries can do its work.'),
        billing: checkOutcome.describe('The service of credits and payments can do its work.'),
        signing: checkOutcome.describe(
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
export type Readiness = z.infer<typeof Readiness>
