import type { Environment } from '@outturn/vocabulary'
import { eventStream, jobStream, storeCheckConsumer } from '@outturn/contracts'
import { type ConsumerInfo, type JetStreamManager, JetStreamApiError } from '@nats-io/jetstream'

/** What waits in one durable consumer. */
export type QueueBacklog = {
  readonly environment: Environment
  /** Name of the durable consumer. */
  readonly queue: string
  /** Messages that were not delivered yet, or were and are not acknowledged; each may hold many events or light jobs. */
  readonly waiting: number
  /** Age of the oldest of them; 0 without one. */
  readonly oldestMs: number
}

/** Reads what waits in every consumer of these environments: a request for each stream, and one for each consumer in which something waits. */
export async function readBacklogs(
  manager: JetStreamManager,
  environments: readonly Environment[],
  now = Date.now(),
): Promise<QueueBacklog[]> {
  const streams = environments.flatMap((environment) =>
    [eventStream(environment), jobStream(environment)].map((stream) => ({ environment, stream })),
  )
  const read = streams.map(async ({ environment, stream }) => {
    const consumers: ConsumerInfo[] = []
    for await (const consumer of manager.consumers.list(stream))
      if (consumer.name !== storeCheckConsumer) consumers.push(consumer)
    return Promise.all(
      consumers.map(async (consumer) => {
        const waiting = consumer.num_pending + consumer.num_ack_pending
        const oldestMs = waiting === 0 ? 0 : await ageOfOldest(manager, consumer, now)
        return { environment, queue: consumer.name, waiting, oldestMs }
      }),
    )
  })
  return (await Promise.all(read)).flat()
}

const noMessage = 10_037

/** Everything up to the floor is acknowledged, so the first message of the subject behind it is the oldest that is not. */
async function ageOfOldest(manager: JetStreamManager, consumer: ConsumerInfo, now: number): Promise<number> {
  const { ack_floor: floor, config, stream_name: stream } = consumer
  try {
    const request = { seq: floor.stream_seq + 1, next_by_subj: config.filter_subject ?? '>' }
    const message = await manager.streams.getMessage(stream, request)
    return message === null ? 0 : Math.max(0, now - message.time.getTime())
  } catch (error) {
    // It was acknowledged a moment ago.
    if (error instanceof JetStreamApiError && error.code === noMessage) return 0
    throw error
  }
}
