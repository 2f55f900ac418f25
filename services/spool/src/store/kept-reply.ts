import { type CommandLogRow, rememberedReply, type StoredReply } from '@outturn/postgres'

/** A reply without the receipt and the attestation of its run, which signing keeps byte for byte: null stands for each. */
export class BareReply {
  readonly text: string
  readonly runId: string
  readonly isRefusal = false

  constructor(text: string, runId: string) {
    this.text = text
    this.runId = runId
  }
}

/** A reply as it is kept for repetitions of its command. */
export type KeptReply = StoredReply | BareReply

export type KeptReplyRow = CommandLogRow & { bare_reply: string | null; receipt_of: string | null }

export const keptReplyColumns = 'body_digest, reply, packed_reply, is_refusal, bare_reply, receipt_of'

/** What a `command_log` row answers to a request with this digest; refuses while it has no reply, or when the id was used for another one. */
export function keptReplyOf(row: KeptReplyRow, bodyDigest: string): KeptReply {
  const { bare_reply: bare, receipt_of: runId } = row
  if (bare === null || runId === null) return rememberedReply(row, bodyDigest)
  rememberedReply({ ...row, reply: bare }, bodyDigest)
  return new BareReply(bare, runId)
}
