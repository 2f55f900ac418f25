import { readJson } from '@outturn/canonical'
import { type CommandContext, storedReplyOf } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { documentsOfRun } from '../adapters/signing.ts'
import type { SpoolDeps } from '../deps.ts'
import { BareReply, type KeptReply } from '../store/kept-reply.ts'
import { keptReply } from '../store/reply-store.ts'

type ReplyDeps = Pick<SpoolDeps, 'bus' | 'pool'>

/** The reply that a command already got; refuses while it has none, or when the id was used for another request. */
export async function replyOf(deps: ReplyDeps, context: CommandContext): Promise<StoredReply> {
  return wholeReply(deps, await keptReply(deps.pool, context.commandId, context.bodyDigest), context)
}

/** A kept reply with all its bytes: those of a signed receipt and its attestation are asked for. */
export async function wholeReply(
  deps: Pick<ReplyDeps, 'bus'>,
  reply: KeptReply,
  context: CommandContext,
  { isReplayed = true }: { isReplayed?: boolean } = {},
): Promise<StoredReply> {
  if (!(reply instanceof BareReply)) return reply
  return storedReplyOf(await withDocuments(deps, reply, context), { isReplayed })
}

/** The members of a bare reply in their order, the documents in the places that are kept for them. */
async function withDocuments(
  deps: Pick<ReplyDeps, 'bus'>,
  { text, runId }: BareReply,
  context: CommandContext,
): Promise<object> {
  const documents = await documentsOfRun(deps, runId, context)
  return { ...(readJson(text) as object), ...documents }
}
