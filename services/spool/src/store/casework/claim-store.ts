import { readJson } from '@outturn/canonical'
import type { ReportedValue } from '@outturn/agreement'
import { type Pool, query, statement } from '@outturn/postgres'
import type { KnownClaims } from '../../domain/claims/record-claims.ts'
import type { MatchableClaim } from '@outturn/contracts'
import type { Claim } from '../../domain/model/casework/claim.ts'

/** A claim with what replaced it. */
export type StoredClaim = Claim & { readonly supersededBy: string | null }

type ClaimRow = {
  claim_id: string
  ordinal: number
  subject: string
  predicate: string
  value: string
  quantity: bigint | null
  amount_cents: bigint | null
  occurred_at: Date | null
  evidence_ref: string | null
  content_digest: string
  claimed_at: Date
  supersedes: string | null
  duplicate_of: string | null
  superseded_by: string | null
}

const claimColumns = `claim_id, ordinal, subject, predicate, value, quantity, amount_cents, occurred_at, evidence_ref, content_digest,
  claimed_at, supersedes, duplicate_of, superseded_by`

const knownStatement = statement(
  'find_known_claims',
  `select claim_id, content_digest, claim_id = any($2) as is_named from claim
   where spool_id = $1 and superseded_by is null and (claim_id = any($2) or content_digest = any($3))
   order by ordinal desc`,
)

/** The current claims of a Spool among these ids, and those with these values. */
export async function findKnownClaims(
  pool: Pool,
  spoolId: string,
  named: readonly string[],
  digests: readonly string[],
): Promise<KnownClaims> {
  type Row = { claim_id: string; content_digest: string; is_named: boolean }
  const rows = await query<Row>(pool, knownStatement, [spoolId, named, digests])
  return {
    current: new Set(rows.filter(({ is_named }) => is_named).map(({ claim_id }) => claim_id)),
    // The last of a key stays in the map: in this order, the earliest claim.
    equal: new Map(rows.map(({ claim_id, content_digest }) => [content_digest, claim_id])),
  }
}

const listStatement = statement(
  'list_claims',
  `select ${claimColumns} from claim
   where spool_id = $1 and (not $2::boolean or superseded_by is null)
     and ordinal > coalesce((select ordinal from claim where claim_id = $3 and spool_id = $1), 0)
     and ($5::text is null or subject = $5)
   order by ordinal limit $4`,
)

/** Claims of a Spool by ordinal, after one of them or from the first on. */
export async function claimsOfSpool(
  pool: Pool,
  page: {
    spoolId: string
    isCurrent: boolean
    after: string | null
    subject: string | null
    limit: number
  },
): Promise<StoredClaim[]> {
  const { spoolId, isCurrent, after, subject, limit } = page
  const rows = await query<ClaimRow>(pool, listStatement, [spoolId, isCurrent, after, limit, subject])
  return rows.map(fromClaimRow)
}

const ordinalsStatement = statement(
  'find_claim_ordinals',
  'select ordinal from claim where spool_id = $1 and claim_id = any($2) order by ordinal',
)

/** The ordinals of those of these claims that the Spool has, lowest first. */
export async function ordinalsOfClaims(
  pool: Pool,
  spoolId: string,
  claimIds: readonly string[],
): Promise<number[]> {
  const rows = await query<{ ordinal: number }>(pool, ordinalsStatement, [spoolId, claimIds])
  return rows.map(({ ordinal }) => ordinal)
}

const existsStatement = statement(
  'has_claim',
  'select 1 as found from claim where spool_id = $1 and claim_id = $2',
)

export async function hasClaim(pool: Pool, spoolId: string, claimId: string): Promise<boolean> {
  return (await query(pool, existsStatement, [spoolId, claimId])).length > 0
}

const matchableStatement = statement(
  'find_matchable_claims',
  `select ${claimColumns.replaceAll(/\w+/g, 'c.$&')}, d.ordinal as duplicate_ordinal
   from claim as c left join claim as d on d.claim_id = c.duplicate_of
   where c.spool_id = $1 and c.ordinal > $2 and c.ordinal <= $3 and c.ordinal <= $4
     and (c.superseded_at_ordinal is null or c.superseded_at_ordinal > $4)
   order by c.ordinal`,
)

/** Of the claims that were current when `upTo` was the last one, those after one ordinal up to another. */
export async function matchableClaims(
  pool: Pool,
  range: { spoolId: string; after: number; through: number; upTo: number },
): Promise<MatchableClaim[]> {
  const { spoolId, after, through, upTo } = range
  type Row = ClaimRow & { duplicate_ordinal: number | null }
  const rows = await query<Row>(pool, matchableStatement, [spoolId, after, through, upTo])
  return rows.map((row) => {
    const { id, ordinal, values, contentDigest } = fromClaimRow(row)
    return { id, ordinal, values, contentDigest, duplicateOf: row.duplicate_ordinal }
  })
}

function fromClaimRow(row: ClaimRow): StoredClaim {
  return {
    id: row.claim_id,
    ordinal: row.ordinal,
    values: {
      subject: row.subject,
      predicate: row.predicate,
      value: readJson(row.value) as ReportedValue,
      ...(row.occurred_at !== null && { occurred_at: row.occurred_at.toISOString() }),
      ...(row.quantity !== null && { quantity: Number(row.quantity) }),
      ...(row.amount_cents !== null && { amount_cents: Number(row.amount_cents) }),
    },
    contentDigest: row.content_digest,
    evidenceRef: row.evidence_ref,
    claimedAt: row.claimed_at.toISOString(),
    supersedes: row.supersedes,
    duplicateOf: row.duplicate_of,
    supersededBy: row.superseded_by,
  }
}
