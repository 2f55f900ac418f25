import { canonicalJson, digestOf, type Sha256 } from '@outturn/canonical'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import type { MatchedClaims } from './match-claims.ts'
import type { MatchOptions } from './match-input.ts'

/** The SHA-256 of what was matched, how, and with which rows. It has no time, and no id but those of the sources. */
export function matchDigestOf(
  slug: string,
  options: MatchOptions,
  { claims, facts, rows }: MatchedClaims,
  sha256: Sha256,
): `sha256:${string}` {
  const preimage = {
    schema: schemaId(slug, 'match'),
    options: {
      key: options.key,
      window_seconds: options.windowSeconds,
      value_tolerance_bp: options.valueToleranceBp,
      ...(options.sourceIds === null ? {} : { source_ids: [...new Set(options.sourceIds)].sort() }),
    },
    claims: claims.map(({ ordinal, content_digest }) => ({ ordinal, content_digest })),
    facts: facts.map(({ source_id, content_digest }) => ({ source_id, content_digest })),
    rows: rows.map((row) => ({
      ordinal: row.ordinal,
      facts: row.facts.map(({ content_digest }) => content_digest),
      status: row.status,
      differences: row.differences,
    })),
  }
  return `sha256:${digestOf(canonicalJson(preimage), sha256)}`
}
