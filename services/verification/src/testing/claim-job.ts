import type { EvidenceContent } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'
import { sampleJob } from './sample-job.ts'

export type ClaimTerms = { readonly name: string; readonly claim: string; readonly text: string }

/** A run of one claim over one text, worth a dollar as a whole. */
export function claimJob({ name, claim, text }: ClaimTerms): RunJob {
  const job = sampleJob({ name, checks: [{ checker: 'text_contains', text: 'x' }], rows: [] })
  const content: EvidenceContent = { kind: 'text', text }
  const [item] = job.evidence
  return {
    ...job,
    plan: {
      ...job.plan,
      conditions: job.plan.conditions.map((condition) => ({
        ...condition,
        verification_method: 'ai_assisted',
        check: { claim_cited: { claim } },
      })),
      unitization: null,
      value: { amount_cents: 100, currency: 'USD' },
    },
    evidence: item === undefined ? [] : [{ ...item, type: 'text', contentDigest: null }],
    contents: item === undefined ? {} : { [item.id]: content },
  }
}
