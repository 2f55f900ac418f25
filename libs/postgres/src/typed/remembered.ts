import { type QueryExecutorProvider, sql } from 'kysely'
import { type CommandIdentity, type CommandLogRow, rememberedReply } from '../command-log.ts'
import { StoredReply } from '../stored-reply.ts'

/**
 * The reply that this request already got, or null when it is new here. Refuses with `conflict` when the id was used for
 * another request, and with `store_conflict` while the first one is still under way.
 */
export async function readRememberedReply(
  tx: QueryExecutorProvider,
  { commandId, bodyDigest }: Pick<CommandIdentity, 'commandId' | 'bodyDigest'>,
): Promise<StoredReply | null> {
  const { rows } = await sql<CommandLogRow>`
    select body_digest, reply, packed_reply, is_refusal from command_log where command_id = ${commandId}`.execute(
    tx,
  )
  return rows[0] === undefined ? null : rememberedReply(rows[0], bodyDigest)
}

/** Completes the log row that `remembered`, or a statement of one's own, has claimed. */
export async function rememberReply(
  tx: QueryExecutorProvider,
  commandId: string,
  { text, isRefusal }: StoredReply,
): Promise<void> {
  const [reply, packed] = typeof text === 'string' ? [text, null] : [null, Buffer.from(text)]
  await sql`
    update command_log set reply = ${reply}, packed_reply = ${packed}, is_refusal = ${isRefusal}, completed_at = now()
    where command_id = ${commandId}`.execute(tx)
}

/**
 * Runs `decide` once for this command id and remembers what it returns, in the caller's transaction. A repetition gets
 * the first reply; a concurrent one waits for the first to commit. A refusal that `decide` throws rolls back and is not
 * remembered. Refuses with `conflict` when the id was used for another request.
 */
export async function remembered(
  tx: QueryExecutorProvider,
  identity: CommandIdentity,
  decide: () => Promise<unknown>,
): Promise<StoredReply> {
  const { commandId, command, bodyDigest, keep = false } = identity
  const claimed = await sql`
    insert into command_log (command_id, command, body_digest, is_kept)
    values (${commandId}, ${command}, ${bodyDigest}, ${keep})
    on conflict (command_id) do nothing returning command_id`.execute(tx)
  if (claimed.rows.length === 0) {
    const reply = await readRememberedReply(tx, identity)
    if (reply === null) throw new Error(`command ${commandId} is neither new nor remembered`)
    return reply
  }
  const reply = new StoredReply(JSON.stringify(await decide()))
  await rememberReply(tx, commandId, reply)
  return reply
}
