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

/** Something that a service needs for its work and that fails now. `part` is the service, its store, its queue or its keys. */
export const WorkFailure = z.strictObject({
  part: z.enum(['service', 'store', 'queue', 'signing_keys']).describe('What fails of the service.'),
  reason: z.string().describe('One of the reasons of errors.'),
  message: z.string().describe('What is wrong.'),
  remediation: z.string().optional().describe('What the operator does about it.'),
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
