import type { Environment } from '@outturn/vocabulary'
import { eventStream, jobStream, type StreamKind, storeCheckSubject } from '@outturn/contracts'
import { jetstreamManager } from '@nats-io/jetstream'
import type { Connection } from './connection.ts'

const purged = [
  { kind: 'events', stream: eventStream },
  { kind: 'jobs', stream: jobStream },
] as const satisfies readonly { kind: StreamKind; stream: (environment: Environment) => string }[]

/**
 * Removes messages that were handled from the disk of the server, in each stream where none waits now. An acknowledged message is deleted, but
 * its bytes stay in the last file of the stream until that is full: on a quiet system, for good.
 */
export async function removeHandledMessages(
  { nats }: Pick<Connection, 'nats'>,
  environments: readonly Environment[],
): Promise<void> {
  const { streams } = await jetstreamManager(nats, { checkAPI: false })
  for (const environment of environments) {
    for (const { kind, stream } of purged) {
      const name = stream(environment)
      const { state } = await streams.info(name, { subjects_filter: '>' })
      if (state.last_seq === 0 || !Object.keys(state.subjects ?? {}).every(isStoreCheck(environment, kind)))
        continue
      // A message that comes meanwhile has a later number, and stays.
      await streams.purge(name, { seq: state.last_seq + 1 })
    }
  }
}

/** Whether a subject is that of the messages by which services find out that a stream stores. */
function isStoreCheck(environment: Environment, kind: StreamKind): (subject: string) => boolean {
  const prefix = storeCheckSubject(environment, kind, '*').slice(0, -1)
  return (subject) => subject.startsWith(prefix)
}
