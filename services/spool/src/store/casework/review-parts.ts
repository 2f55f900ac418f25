import type { CommitPart } from './commit-part.ts'

/** The review that a commit adds. */
export const newReview: CommitPart = {
  isIn: ({ review }) => review !== undefined,
  columns: 'review_id text, review_token_hash text, review_said json',
  rowOf: ({ review }) => ({
    review_id: review?.id,
    review_token_hash: review?.tokenHash,
    review_said: review?.said,
  }),
  sql: `insert into review (id, spool_id, token_hash, said, created_at)
    select review_id, spool_id, review_token_hash, review_said, at from won where review_id is not null`,
}

/** The decision of a review. */
export const reviewDecision: CommitPart = {
  isIn: (commit) => commit.reviewDecision !== undefined,
  columns: 'decided_review text, review_sentence json',
  rowOf: (commit) => ({
    decided_review: commit.reviewDecision?.id,
    review_sentence: commit.reviewDecision?.sentence,
  }),
  sql: `update review as r set sentence = won.review_sentence from won where r.id = won.decided_review`,
}

/** The mail that a commit queues. */
export const newMail: CommitPart = {
  isIn: ({ mail }) => mail !== undefined,
  columns:
    'mail_id text, mail_kind text, mail_subject_id text, mail_account_id text, mail_expires_at timestamptz',
  rowOf: ({ mail }) => ({
    mail_id: mail?.id,
    mail_kind: mail?.kind,
    mail_subject_id: mail?.subjectId,
    mail_account_id: mail?.accountId,
    mail_expires_at: mail?.expiresAt,
  }),
  sql: `insert into mail (id, kind, subject_id, account_id, created_at, expires_at, next_try_at)
    select mail_id, mail_kind, mail_subject_id, mail_account_id, at, mail_expires_at, at
    from won where mail_id is not null`,
}
