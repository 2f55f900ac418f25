import { canonicalJson } from '@outturn/canonical'
import { heldJson, heldText } from '@outturn/checkers'
import type { ClaimTerms, EvidenceContent, EvidenceItem, PlanCheck } from '@outturn/agreement'

export type Claim = ClaimTerms['claim_cited']

/** The text of one evidence item: what a claim is held against, and what citations count bytes of. */
export interface ClaimText {
  readonly evidenceId: string
  readonly text: string
}

/** The claim of an `ai_assisted` condition; null when it declares none. */
export function claimOf(check: PlanCheck | null): Claim | null {
  return check !== null && 'claim_cited' in check ? check.claim_cited : null
}

/** The evidence a claim is about: of the source that the claim names, else all. */
export function claimItems(
  { evidence_ref }: Claim,
  usable: readonly EvidenceItem[],
): readonly EvidenceItem[] {
  return evidence_ref === undefined ? usable : usable.filter(({ source }) => source === evidence_ref)
}

/** The texts a claim is about, in receipt order: of the source that the claim names, else of all evidence that has a text. */
export function claimTexts(claim: Claim, usable: readonly EvidenceItem[]): readonly ClaimText[] {
  return claimItems(claim, usable).flatMap(({ id, content }) => {
    const text = textOf(content)
    return text === null || text === '' ? [] : [{ evidenceId: id, text }]
  })
}

/**
 * The text of evidence content: a text as it is; bytes of a text media type as the UTF-8 they are; rows as the canonical
 * JSON of each, one a line; JSON, also as bytes of a JSON media type, in its canonical form. Null for anything else.
 */
function textOf(content: EvidenceContent): string | null {
  if (content.kind === 'rows') return content.rows.map((row) => canonicalJson(row)).join('\n')
  const text = heldText(content)
  if (text !== null) return text
  const json = heldJson(content)
  return json === undefined ? null : canonicalJson(json)
}
