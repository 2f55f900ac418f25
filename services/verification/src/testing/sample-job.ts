import { createHash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '@outturn/canonical'
import type { EvidenceContent } from '@outturn/agreement'
import { compilePlan } from '@outturn/evaluation'
import type { DeterministicCheck } from '@outturn/checkers'
import type { RunJob } from '@outturn/contracts'

const hexOf = (seed: string) => createHash('sha256').update(seed).digest('hex')
const id = (prefix: string, seed: string) => `${prefix}_${hexOf(`${prefix}${seed}`).slice(0, 24)}`

export type SampleTerms = {
  /** Two jobs of one name are the same run. */
  name: string
  checks: readonly DeterministicCheck[]
  rows: readonly JsonObject[]
  /** Leaves the content out of the job, to be read by its digest. */
  byDigest?: boolean
  remainingMs?: number
}

/** A run of one dataset worth a dollar a row, by the given checks. */
export function sampleJob({
  name,
  checks,
  rows,
  byDigest = false,
  remainingMs = 50_000,
}: SampleTerms): RunJob {
  const content: EvidenceContent = { kind: 'rows', rows }
  const digest = digestOfRows(rows)
  const conditionIds = checks.map((_, index) => id('cond', `${name}:${index}`))
  return {
    runId: id('vr', name),
    spoolId: id('spl', name),
    accountId: id('acc', name),
    slug: 'example',
    plan: compilePlan({
      conditions: checks.map((check, index) => ({
        condition_id: conditionIds[index] as string,
        required: true,
        verification_method: 'deterministic',
        check,
        evidence_requirements: [],
      })),
      unitization: { total_units: rows.length, unit_amount_cents: 100 },
      value: { amount_cents: rows.length * 100, currency: 'USD' },
    }),
    evidence: conditionIds.map((conditionId, index) => ({
      id: id('ev', `${name}:${index}`),
      conditionId,
      type: 'dataset',
      source: 'one-call',
      claimClass: 'artifact_state',
      provenance: 'uploaded_json',
      onBehalfOf: 'provider',
      contentDigest: digest,
      observedAt: null,
      receivedAt: '2026-01-02T03:04:05.000Z',
    })),
    contents: byDigest ? {} : { [digest]: content },
    evaluatedAt: '2026-01-02T03:04:06.000Z',
    spoolSalt: Buffer.alloc(32, 7).toString('base64url'),
    remainingMs,
  }
}

export function digestOfRows(rows: readonly JsonObject[]): string {
  return hexOf(canonicalJson(rows))
}

/** Rows with an e-mail address each, but for every tenth. */
export function sampleRows(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${index}`,
    email: index % 10 === 9 ? '' : `person${index}@example.com`,
  }))
}
