import type { CommitPart } from './commit-part.ts'

/** What a party wrote when it opened a dispute. */
export const newDispute: CommitPart = {
  isIn: ({ dispute }) => dispute !== undefined,
  columns: 'dispute_id text, dispute json',
  rowOf: ({ dispute }) => ({ dispute_id: dispute?.id, dispute: dispute?.said }),
  sql: `insert into dispute (id, spool_id, said)
    select dispute_id, spool_id, dispute from won where dispute_id is not null`,
}

/** A text of a party in a dispute. Changes of one Spool follow one another, so that no two texts of a dispute get one ordinal. */
export const newDisputeText: CommitPart = {
  isIn: ({ disputeText }) => disputeText !== undefined,
  columns: 'text_of_dispute text, dispute_text json',
  rowOf: ({ disputeText }) => ({ text_of_dispute: disputeText?.disputeId, dispute_text: disputeText?.text }),
  sql: `insert into dispute_text (dispute_id, ordinal, spool_id, said)
    select text_of_dispute, (select count(*) from dispute_text as t where t.dispute_id = text_of_dispute), spool_id, dispute_text
    from won where text_of_dispute is not null`,
}
