import { Refusal } from '@outturn/contracts'
import { type Pool, rememberedReply, run, type StoredReply, statement } from '@outturn/postgres'

const replyStatement = statement(
  'reply_of',
  'select body_digest, reply, is_refusal from command_log where command_id = $1',
)

/** The reply that a command already got; refuses while it has none, or when the id was used for another request. */
export async function replyOf(pool: Pool, commandId: string, bodyDigest: string): Promise<StoredReply> {
  const [row] = await run<{ body_digest: string; reply: string | null; is_refusal: boolean }>(
    pool,
    replyStatement,
    [commandId],
  )
  if (row === undefined)
    throw new Refusal('store_conflict', 'The first request with this key has not been recorded yet.')
  return rememberedReply(row, bodyDigest)
}
