import type { Event, EventPayload, Job, JobPayload, JobResult } from '@outturn/contracts'
import type { RawReply } from '../commands/handler.ts'
import type { TraceContext } from '../messages/trace-context.ts'

/** What a consumer knows about a message beside its payload. */
export type DeliveryContext = {
  /** Of the event or the job: the same for every delivery and publication of it. */
  readonly id: string
  /** 1 for the first delivery. */
  readonly attempt: number
  readonly now: Date
  readonly traceContext: TraceContext
}

export type Reaction<E extends Event> = {
  event: E
  /**
   * Records the event in the inbox and its effect, in one transaction. It is called again for an event that it has
   * already recorded, and then does nothing.
   */
  handle: (payload: EventPayload<E>, context: DeliveryContext) => Promise<void>
  /** Most events handled at once. */
  concurrency?: number
}

export type Worker<J extends Job> = {
  job: J
  /** Does the work or reads that it was done, and returns the result for the requester that waits. */
  handle: (payload: JobPayload<J>, context: DeliveryContext) => Promise<JobResult<J> | RawReply>
  /** Most jobs under way at once. */
  concurrency?: number
}
