import { z } from 'zod'
import type { ErrorReason } from '../errors/reasons.ts'
import { type Command, defineQuery } from '../operation.ts'
import type { ServiceName } from '../service-name.ts'

/** Services that no verification is done without. */
export const verificationServices = [
  'spool',
  'verification',
  'billing',
  'signing',
] as const satisfies readonly ServiceName[]

/** Something that a service needs for its work and that fails now. `part` is the service, its store, its queue, its keys or its transparency log. */
export const WorkFailure = z.strictObject({
  part: z.enum(['service', 'store', 'queue', 'signing_keys', 'log']).describe('Failing part of the service.'),
  reason: z
    .string()
    .meta({ description: 'Reason, as listed at `/docs/errors#reasons`.', examples: ['store_full'] }),
  message: z.string().meta({
    description: 'Explanation for the operator.',
    examples: ['The database does not accept writes because its disk is full.'],
  }),
  remediation: z
    .string()
    .optional()
    .meta({ description: 'Action for the operator.', examples: ['Free disk space on the database server.'] }),
})
export type WorkFailure = z.infer<typeof WorkFailure> & { readonly reason: ErrorReason }

/** Whether a service can do its work: it writes one row and has one message stored. */
export function checkWork(service: ServiceName) {
  return defineQuery(`${service}.check-work`, {
    input: z.strictObject({}),
    output: z.strictObject({ failing: z.array(WorkFailure) }),
    sentBy: ['gateway'],
  }) satisfies Command
}
