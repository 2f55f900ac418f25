import type { Claim } from '../../domain/model/casework/claim.ts'
import type { CommitPart } from './commit-part.ts'

const claimColumns = `claim_id text, ordinal integer, subject text, predicate text, value text, quantity bigint, amount_cents bigint,
  occurred_at timestamptz, evidence_ref text, content_digest text, claimed_at timestamptz, supersedes text, duplicate_of text`

const inserted = claimColumns
  .split(',')
  .map((column) => column.trim().split(' ')[0])
  .join(', ')

/** The claims of a commit. */
export const newClaims: CommitPart = {
  isIn: ({ claims }) => claims !== undefined && claims.length > 0,
  columns: 'claims json',
  rowOf: ({ claims }) => ({ claims: claims?.map(toClaimRow) }),
  sql: `insert into claim (spool_id, ${inserted})
      select spool_id, ${inserted.replaceAll(/\w+/g, 'c.$&')} from won, json_to_recordset(claims) as c(${claimColumns})
      order by c.claim_id`,
}

/** The claims that those of a commit replace. */
export const replacedClaims: CommitPart = {
  isIn: ({ claims }) => claims?.some(({ supersedes }) => supersedes !== null) === true,
  columns: '',
  rowOf: () => ({}),
  sql: `update claim as old set superseded_by = c.claim_id, superseded_at_ordinal = c.ordinal
      from won, json_to_recordset(claims) as c(claim_id text, ordinal integer, supersedes text)
      where old.claim_id = c.supersedes and old.spool_id = won.spool_id`,
}

function toClaimRow(claim: Claim): object {
  const { values } = claim
  return {
    claim_id: claim.id,
    ordinal: claim.ordinal,
    subject: values.subject,
    predicate: values.predicate,
    value: JSON.stringify(values.value),
    quantity: values.quantity ?? null,
    amount_cents: values.amount_cents ?? null,
    occurred_at: values.occurred_at ?? null,
    evidence_ref: claim.evidenceRef,
    content_digest: claim.contentDigest,
    claimed_at: claim.claimedAt,
    supersedes: claim.supersedes,
    duplicate_of: claim.duplicateOf,
  }
}
