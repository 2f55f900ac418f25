import { z } from 'zod'
import type { ServiceName } from './service-name.ts'
import { Timestamp } from '@outturn/agreement'
import { type Command, defineCommand, defineQuery } from './operation.ts'

/** A message that failed too often, as an operator is shown it. */
export const DeadLetter = z.strictObject({
  id: z.string(),
  queue: z.string(),
  reason: z.string(),
  attempts: z.int(),
  deadAt: Timestamp,
  redrivenAt: Timestamp.nullable(),
})

/** Messages of one service that failed too often and wait for an operator. */
export function listDeadLetters(service: ServiceName) {
  return defineQuery(`${service}.list-dead-letters`, {
    input: z.strictObject({}),
    output: z.array(DeadLetter),
    sentBy: ['operator'],
  }) satisfies Command
}

/** Puts one dead message, or all of them when `id` is null, back on its queue. */
export function redriveDeadLetters(service: ServiceName) {
  return defineCommand(`${service}.redrive-dead-letters`, {
    input: z.strictObject({ id: z.string().nullable() }),
    output: z.strictObject({ redriven: z.int() }),
    refuses: ['not_found'],
    sentBy: ['operator'],
  }) satisfies Command
}
