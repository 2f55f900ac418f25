import { absent, listDeadLetters, redriveDeadLetters, type ServiceName } from '@outturn/contracts'
import {
  isOutage,
  listDeadLetters as readDeadLetters,
  markRedriven,
  type Pool,
  recordDeadLetter,
  waitingDeadLetters,
} from '@outturn/postgres'
import { on, type ServedCommand } from './handler.ts'
import type { QueueRunner } from '../queues/queue.ts'

/** The operator's commands over one service's dead letters; `queues` are those that this process handles, by name. */
export function deadLetterCommands(
  service: ServiceName,
  pool: Pool,
  queues: ReadonlyMap<string, QueueRunner>,
): ServedCommand[] {
  return [
    on(listDeadLetters(service), async () => {
      const letters = await readDeadLetters(pool)
      return letters.map(({ id, queue, reason, attempts, deadAt, redrivenAt }) => ({
        id,
        queue,
        reason,
        attempts,
        deadAt: deadAt.toISOString(),
        redrivenAt: redrivenAt?.toISOString() ?? null,
      }))
    }),
    on(redriveDeadLetters(service), async ({ id }, { deadline }) => {
      const letters = await waitingDeadLetters(pool, id)
      if (id !== null && letters.length === 0) throw absent('No such dead letter waits here.')
      let redriven = 0
      for (const letter of letters) {
        const queue = queues.get(letter.queue)
        if (queue === undefined) continue
        if (Date.now() >= deadline) break
        try {
          // A service has no right to publish what it consumes, so the message is handled here, by the queue's own code.
          await queue.redrive(letter)
          await markRedriven(pool, letter.id)
          redriven += 1
        } catch (error) {
          if (isOutage(error)) throw error
          await recordDeadLetter(pool, { ...letter, reason: String(error), attempts: 1 })
        }
      }
      return { redriven }
    }),
  ]
}
