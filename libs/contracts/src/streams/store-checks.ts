import type { Environment } from '@outturn/vocabulary'
import { allEvents, allJobs } from '../catalogue.ts'
import type { BusUser } from '../service-name.ts'

/** The streams of one environment, by what they carry. */
export const streamKinds = ['events', 'jobs', 'work-checks'] as const
export type StreamKind = (typeof streamKinds)[number]

const tokens = { events: 'event.work-check', jobs: 'job.work-check', 'work-checks': 'work-check' } as const

/** Consumer of the messages that tell whether the stream of events stores any: it keeps only what a consumer waits for. */
export const storeCheckConsumer = 'work-check'

/** Where a user of the bus sends the message by which it finds out that this stream stores messages. */
export function storeCheckSubject(environment: Environment, kind: StreamKind, user: BusUser | '*'): string {
  return `${environment}.${tokens[kind]}.${user}`
}

/** Streams that a user of the bus must be able to store messages in for its work; one that only reads has one for this check alone. */
export function checkedStreams(user: BusUser): readonly StreamKind[] {
  const sendsJobs = allJobs.some(({ sentBy }) => (sentBy as readonly BusUser[]).includes(user))
  const ownsEvents = allEvents.some(({ owner }) => owner === user)
  const checked: StreamKind[] = [
    ...(ownsEvents ? ['events' as const] : []),
    ...(sendsJobs ? ['jobs' as const] : []),
  ]
  return checked.length === 0 ? ['work-checks'] : checked
}
