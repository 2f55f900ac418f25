import { conflict, storeConflict } from '@outturn/contracts'
import type { Pool } from './pool.ts'
import { StoredReply } from './stored-reply.ts'

/** Which request this is: the same id and digest are the same request, however often it is sent. */
export type CommandIdentity = {
  commandId: string
  /** Name of the command in the contracts. */
  command: string
  bodyDigest: string
  /** Exempts the reply from retention. */
  keep?: boolean
}

export type CommandLogRow = {
  body_digest: string
  reply: string | null
  /** A long reply, as a gzip file, in place of `reply`. */
  packed_reply: Uint8Array | null
  is_refusal: boolean
}

/** Columns of a `command_log` row that a statement of one's own writes; `reply` and `completed_at` are set together. */
export const commandLogColumns =
  'command_id text, command text, body_digest text, reply text, is_refusal boolean, is_kept boolean, completed_at timestamptz'

/** What a `command_log` row answers to a request with this digest; refuses as `readRememberedReply` does. */
export function rememberedReply(row: CommandLogRow, bodyDigest: string): StoredReply {
  if (row.body_digest !== bodyDigest) {
    throw conflict('This idempotency key was used for a different request.', {
      reason: 'idempotency_key_reused',
    })
  }
  const text = row.reply ?? row.packed_reply
  if (text === null) {
    throw storeConflict('The first request with this idempotency key has not finished.', {
      reason: 'in_progress',
      retryAfterSeconds: 1,
      remediation:
        'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
    })
  }
  return new StoredReply(text, { isRefusal: row.is_refusal, isReplayed: true })
}

const dayMs = 24 * 60 * 60 * 1_000

/** Forgets replies older than `retentionMs` (24 h at least) except kept ones; returns how many went. */
export async function forgetOldReplies(pool: Pool, retentionMs: number, limit = 1_000): Promise<number> {
  if (retentionMs < dayMs) throw new RangeError('replies are remembered for at least 24 hours')
  const { rowCount } = await pool.query(
    `delete from command_log where command_id in (
       select command_id from command_log
       where not is_kept and completed_at is not null and created_at < now() - $1 * interval '1 millisecond'
       order by created_at limit $2 for update skip locked)`,
    [retentionMs, limit],
  )
  return rowCount ?? 0
}
