import { storeConflict } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import { type KeptReply, keptReplyColumns, keptReplyOf, type KeptReplyRow } from './kept-reply.ts'

const replyStatement = statement(
  'reply_of',
  `select ${keptReplyColumns} from command_log where command_id = $1`,
)

/** The reply that a command already got, or null when it is new here; refuses as `replyOf` does otherwise. */
export async function earlierReply(
  pool: Pool,
  commandId: string,
  bodyDigest: string,
): Promise<KeptReply | null> {
  const row = await logged(pool, commandId)
  return row === undefined ? null : keptReplyOf(row, bodyDigest)
}

/** Whether a command was recorded before, with its reply or without. */
export async function isCommandKnown(pool: Pool, commandId: string): Promise<boolean> {
  return (await logged(pool, commandId)) !== undefined
}

/** The reply that a command already got; refuses while it has none, or when the id was used for another request. */
export async function keptReply(pool: Pool, commandId: string, bodyDigest: string): Promise<KeptReply> {
  const row = await logged(pool, commandId)
  if (row === undefined) {
    throw storeConflict('The first request with this idempotency key has not finished.', {
      reason: 'in_progress',
      retryAfterSeconds: 1,
      remediation:
        'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
    })
  }
  return keptReplyOf(row, bodyDigest)
}

async function logged(pool: Pool, commandId: string): Promise<KeptReplyRow | undefined> {
  const [row] = await query<KeptReplyRow>(pool, replyStatement, [commandId])
  return row
}
