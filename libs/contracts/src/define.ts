import type { z } from 'zod'
import type { ErrorCode } from './errors/codes.ts'
import type { BusUser, ServiceName } from './service-name.ts'

/** A command: sent by name, answered once, by exactly one owner. */
export type Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  readonly kind: 'command'
  /** `<owner>.<verb-noun>`; the subject is made from it. */
  readonly name: string
  readonly owner: BusUser
  readonly input: I
  readonly output: O
  /** Codes that the owner may refuse with, beside defects. */
  readonly refuses: readonly ErrorCode[]
  /** Bus users that may send it; the permissions of the bus are rendered from this. */
  readonly sentBy: readonly BusUser[]
}

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

export type CommandInput<C extends Command> = z.infer<C['input']>
export type CommandOutput<C extends Command> = z.infer<C['output']>
export type EventPayload<E extends Event> = z.infer<E['payload']>
export type JobPayload<J extends Job> = z.infer<J['payload']>
export type JobResult<J extends Job> = z.infer<J['result']>

function ownerOf<T extends string>(name: string): T {
  return name.slice(0, name.indexOf('.')) as T
}

export function defineCommand<I extends z.ZodType, O extends z.ZodType>(
  name: `${BusUser}.${string}`,
  rest: {
    input: I
    output: O
    refuses?: readonly ErrorCode[]
    sentBy: readonly BusUser[]
  },
): Command<I, O> {
  return { kind: 'command', name, owner: ownerOf<BusUser>(name), refuses: [], ...rest }
}

export function defineEvent<P extends z.ZodType>(
  name: `${ServiceName}.${string}`,
  rest: { payload: P; reactedToBy: readonly [ServiceName, ...ServiceName[]] },
): Event<P> {
  return { kind: 'event', name, owner: ownerOf<ServiceName>(name), ...rest }
}

export function defineJob<P extends z.ZodType, R extends z.ZodType>(
  name: `${ServiceName}.${string}`,
  rest: { payload: P; result: R; sentBy: readonly [ServiceName, ...ServiceName[]] },
): Job<P, R> {
  return { kind: 'job', name, owner: ownerOf<ServiceName>(name), ...rest }
}
