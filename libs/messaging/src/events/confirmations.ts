import type { Environment } from '@outturn/vocabulary'
import { confirmSubject, type ServiceName } from '@outturn/contracts'
import { z } from 'zod'
import type { Connection } from '../connection.ts'

/** What a reacting service sends to a publisher once its effects are committed. */
export const ConfirmationMessage = z.strictObject({ service: z.string(), eventIds: z.array(z.uuid()) })
export type ConfirmationMessage = z.infer<typeof ConfirmationMessage>

export type Confirmations = { add(publisher: ServiceName, eventId: string): void; flush(): void }

/** Gathers the confirmations of one turn of the event loop into one message for each publisher. */
export function createConfirmations(
  connection: Connection,
  environment: Environment,
  service: ServiceName,
): Confirmations {
  let gathered = new Map<ServiceName, string[]>()

  function flush(): void {
    for (const [publisher, eventIds] of gathered) {
      connection.nats.publish(confirmSubject(environment, publisher), JSON.stringify({ service, eventIds }))
    }
    gathered = new Map()
  }

  return {
    flush,
    add(publisher, eventId) {
      if (gathered.size === 0) setImmediate(flush)
      const eventIds = gathered.get(publisher)
      if (eventIds === undefined) gathered.set(publisher, [eventId])
      else eventIds.push(eventId)
    },
  }
}
