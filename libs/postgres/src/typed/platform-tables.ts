import type { ColumnType, Generated } from 'kysely'

type SetByServer = ColumnType<Date, string | undefined, string>

/** One row for each command that was decided, with the reply that a repetition gets. */
export type CommandLogTable = {
  command_id: string
  command: string
  /** Digest of the request; the same id with another digest is a conflict. */
  body_digest: string
  /** JSON text of the reply, byte for byte; null while a process of several transactions is under way. */
  reply: string | null
  is_refusal: Generated<boolean>
  /** Exempt from retention. */
  is_kept: Generated<boolean>
  created_at: SetByServer
  completed_at: ColumnType<Date | null, string | null | undefined, string | null>
}

/** Events whose effect is not yet recorded by every service that reacts to them. */
export type OutboxTable = {
  id: string
  seq: Generated<bigint>
  subject: string
  headers: ColumnType<Record<string, string>, string, string>
  body: string
  waiting_for: string[]
  due_at: SetByServer
  attempts: Generated<number>
  created_at: SetByServer
}

/** Events of other services that have had their effect here. */
export type InboxTable = { event_id: string; received_at: SetByServer }

/** Messages that failed too often and wait for an operator. */
export type DeadLetterTable = {
  id: string
  queue: string
  subject: string
  payload: Buffer
  headers: ColumnType<Record<string, string>, string, string>
  reason: string
  attempts: number
  dead_at: SetByServer
  redriven_at: ColumnType<Date | null, string | null | undefined, string | null>
}

/** The tables that every service schema has; a service's own `Tables` type extends it. */
export type PlatformTables = {
  command_log: CommandLogTable
  outbox: OutboxTable
  inbox: InboxTable
  dead_letter: DeadLetterTable
}
