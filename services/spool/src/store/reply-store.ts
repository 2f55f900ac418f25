import { storeConflict } from '@outturn/contracts'
import {
  type CommandLogRow,
  type Pool,
  rememberedReply,
  query,
  type StoredReply,
  statement,
} from '@outturn/postgres'

const replyStatement = statement(
  'reply_of',
  'select body_digest, reply, packed_reply, is_refusal from command_log where command_id = $1',
)

/** The reply that a command already got, or null when it is new here; refuses as `replyOf` does otherwise. */
export async function earlierReply(
  pool: Pool,
  commandId: string,
  bodyDigest: string,
): Promise<StoredReply | null> {
  const row = await logged(pool, commandId)
  return row === undefined ? null : rememberedReply(row, bodyDigest)
}

/** The reply that a command already got; refuses while it has none, or when the id was used for another request. */
export async function replyOf(pool: Pool, commandId: string, bodyDigest: string): Promise<StoredReply> {
  const row = await logged(pool, commandId)
  if (row === undefined) {
    throw storeConflict('The first request with this idempotency key has not finished.', {
      reason: 'in_progress',
      retryAfterSeconds: 1,
      remediation:
        'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
    })
  }
  return rememberedReply(row, bodyDigest)
}

async function logged(pool: Pool, commandId: string): Promise<CommandLogRow | undefined> {
  const [row] = await query<CommandLogRow>(pool, replyStatement, [commandId])
  return row
}
