import type { CommitPart } from '../casework/commit-part.ts'

/** Puts the digest in the place of each deleted content. */
export const withdrawnContents: CommitPart = {
  isIn: ({ withdrawal }) => withdrawal !== undefined,
  columns: 'withdrawn_contents json',
  rowOf: ({ withdrawal }) => ({ withdrawn_contents: withdrawal?.contents }),
  sql: `update evidence_content as c set content = w.text
    from won, json_to_recordset(withdrawn_contents) as w(key text, text text)
    where c.spool_id = won.spool_id and c.content_digest = w.key`,
}

/** Notes that kept replies of the Spool may name what was in the contents. */
export const withdrawnReplies: CommitPart = {
  isIn: ({ withdrawal }) => withdrawal !== undefined,
  columns: 'replies_since timestamptz',
  rowOf: ({ spool }) => ({ replies_since: spool.createdAt }),
  sql: `insert into withdrawn_reply (spool_id, since, until)
    select spool_id, replies_since, at from won where replies_since is not null
    on conflict (spool_id) do update set until = excluded.until`,
}
