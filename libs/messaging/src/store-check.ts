import type { Environment } from '@outturn/vocabulary'
import { type BusUser, storeCheckSubject, type StreamKind } from '@outturn/contracts'
import { jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { toHeaders } from './messages/message-headers.ts'

/** The message replaces the one before it under this subject, so a stream holds one for each user of the bus. */
const replacing = toHeaders({ 'Nats-Rollup': 'sub' })

/** Settles when a stream has stored a message of this user, and rejects when it has not within `timeoutMs`. */
export async function storeCheck(
  nats: NatsConnection,
  environment: Environment,
  kind: StreamKind,
  user: BusUser,
  timeoutMs = 1_000,
): Promise<void> {
  const subject = storeCheckSubject(environment, kind, user)
  await jetstream(nats).publish(subject, '', { timeout: timeoutMs, headers: replacing })
}
