import type { z } from 'zod'
import { receivedSchema } from './messages/received-schema.ts'
import type { ServiceName } from './service-name.ts'

/** A fact that other services react to. Events no service reacts to are not published; the Spool history is their record. */
export type Event<P extends z.ZodType = z.ZodType> = {
  readonly kind: 'event'
  readonly name: string
  readonly owner: ServiceName
  readonly payload: P
  /** Services that must record their reaction before the event is finished. */
  readonly reactedToBy: readonly ServiceName[]
}

/** A unit of work for any replica of its owner, taken from a shared queue. */
export type Job<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = {
  readonly kind: 'job'
  readonly name: string
  readonly owner: ServiceName
  readonly payload: P
  /** What a waiting requester is sent when the work is recorded. */
  readonly result: R
  readonly sentBy: readonly ServiceName[]
}

export type EventPayload<E extends Event> = z.infer<E['payload']>
export type JobPayload<J extends Job> = z.infer<J['payload']>
export type JobResult<J extends Job> = z.infer<J['result']>

function ownerOf<T extends string>(name: string): T {
  return name.slice(0, name.indexOf('.')) as T
}

export function defineEvent<P extends z.ZodType>(
  name: `${ServiceName}.${string}`,
  rest: { payload: P; reactedToBy: readonly [ServiceName, ...ServiceName[]] },
): Event<P> {
  return {
    kind: 'event',
    name,
    owner: ownerOf<ServiceName>(name),
    ...rest,
    payload: receivedSchema(rest.payload),
  }
}

export function defineJob<P extends z.ZodType, R extends z.ZodType>(
  name: `${ServiceName}.${string}`,
  rest: { payload: P; result: R; sentBy: readonly [ServiceName, ...ServiceName[]] },
): Job<P, R> {
  return {
    kind: 'job',
    name,
    owner: ownerOf<ServiceName>(name),
    ...rest,
    payload: receivedSchema(rest.payload),
    result: receivedSchema(rest.result),
  }
}
