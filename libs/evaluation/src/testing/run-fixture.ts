import { portableSha256, type JsonObject } from '@outturn/canonical'
import { compilePlan } from '../plan.ts'
import { contentDigest } from '../evidence/content-digest.ts'
import type { EvidenceContent, EvidenceItem, PlanCheck, PlanCondition, Unitization } from '@outturn/agreement'
import type { RunInput } from '../run-input.ts'
import { unitSecretsOfSpool } from '../units/unit-secrets.ts'

/** The id of the condition with this ordinal, from 0. */
export function conditionId(ordinal: number): string {
  return `cond_${String(ordinal + 1).padStart(24, '0')}`
}

export function condition(
  check: PlanCheck | null,
  ordinal = 0,
  overrides: Partial<PlanCondition> = {},
): PlanCondition {
  return {
    condition_id: conditionId(ordinal),
    required: true,
    verification_method: 'deterministic',
    check,
    evidence_requirements: [],
    ...overrides,
  }
}

/** An item with the digest of its content. */
export function item(overrides: Partial<EvidenceItem> = {}): EvidenceItem {
  const content: EvidenceContent = overrides.content ?? { kind: 'rows', rows: [] }
  return {
    id: 'ev_000000000000000000000001',
    conditionId: null,
    type: 'dataset',
    source: 'upload',
    claimClass: 'artifact_state',
    provenance: 'uploaded_json',
    onBehalfOf: 'provider',
    contentDigest: contentDigest(content),
    observedAt: null,
    receivedAt: '2026-01-01T00:00:00.000Z',
    content,
    ...overrides,
  }
}

export function dataset(...rows: readonly JsonObject[]): EvidenceItem {
  return item({ content: { kind: 'rows', rows } })
}

export function run(
  conditions: readonly PlanCondition[],
  evidence: readonly EvidenceItem[],
  unitization: Unitization | null = null,
  overrides: Partial<RunInput> = {},
): RunInput {
  const amount = unitization === null ? 150 : unitization.total_units * unitization.unit_amount_cents
  return {
    slug: 'example',
    runId: 'vr_000000000000000000000001',
    plan: compilePlan({ conditions, unitization, value: { amount_cents: amount, currency: 'USD' } }),
    evidence,
    observations: [],
    opinions: [],
    unitSecrets: unitSecretsOfSpool(new Uint8Array(32).fill(7), portableSha256),
    evaluatedAt: '2026-01-01T00:00:01.000Z',
    ...overrides,
  }
}

export function units(total: number, identity?: Unitization['identity']): Unitization {
  return { total_units: total, unit_amount_cents: 50, ...(identity === undefined ? {} : { identity }) }
}

/** The same run by the rules of version 1: each condition on what was sent for it alone. */
export function byFirstRules(input: RunInput): RunInput {
  return { ...input, plan: { ...input.plan, evidence_policy_version: '1' } }
}

/** The same run by the rules of version 2: one delivery, of documents the latest, and each bound condition by itself. */
export function bySecondRules(input: RunInput): RunInput {
  return { ...input, plan: { ...input.plan, evidence_policy_version: '2' } }
}
