import {
  claimClasses,
  confirmationMethods,
  confirmationOutcomes,
  evidenceTypes,
  identityVisibilities,
  missingEvidenceResults,
  observationFailures,
  opinionFailures,
  opinionVerdicts,
  sides,
  unitVerdicts,
  verdicts,
  verificationMethods,
} from '@outturn/vocabulary'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { readOutcomeReceipt } from '../receipt/receipt-shape.ts'
import {
  type Shape,
  anyText,
  anything,
  boolean,
  exactObject,
  hex64,
  id,
  integer,
  listOf,
  mapOf,
  oneOf,
  openObject,
  orNull,
  prefixedDigest,
  text,
  time,
  variantOf,
} from '../shape.ts'
import type { ReplayBundle } from './replay-bundle.ts'

/** A plan has at most so many units, here as where it is agreed. */
const MAX_UNITS = 50_000

/** A bundle holds request bodies one level deeper than they came in, and has room for more. */
export const MAX_BUNDLE_DEPTH = 40

const evidenceType = oneOf(...evidenceTypes)
const plainObject = openObject({})

const requirement = exactObject(
  { expected_type: evidenceType, source_ref: text() },
  {
    provenance: listOf(text()),
    supplier: text(),
    freshness: exactObject({ max_age_seconds: integer(0) }),
    on_missing: oneOf(...missingEvidenceResults),
  },
)

const plan = exactObject({
  schema: text(),
  plan_version: text(),
  compiler_version: text(),
  evidence_policy_version: text(),
  aggregation_policy: exactObject({ policy_id: text(), policy_version: text() }),
  conditions: listOf(
    exactObject({
      condition_id: id('cond_'),
      required: boolean(),
      verification_method: oneOf(...verificationMethods),
      check: orNull(plainObject),
      evidence_requirements: listOf(requirement),
    }),
  ),
  unitization: orNull(
    exactObject(
      { total_units: integer(1, MAX_UNITS), unit_amount_cents: integer(0) },
      { identity: exactObject({ source_key: text(), visibility: oneOf(...identityVisibilities) }) },
    ),
  ),
  value: exactObject({ amount_cents: integer(0), currency: text() }),
})

const evidence = exactObject({
  id: id('ev_'),
  condition_id: orNull(id('cond_')),
  type: evidenceType,
  source: text(),
  claim_class: oneOf(...claimClasses),
  provenance: text(),
  on_behalf_of: text(),
  content_digest: orNull(hex64()),
  observed_at: orNull(time()),
  received_at: time(),
})

const verdict = oneOf(...verdicts)

const conditionJudgment = exactObject(
  { condition_id: id('cond_'), result: verdict },
  {
    units: listOf(
      exactObject({ unit: integer(1, MAX_UNITS), result: oneOf(...unitVerdicts) }, { reason: anyText() }),
    ),
  },
)

const content = variantOf('kind', {
  rows: { required: { rows: listOf(plainObject) } },
  json: { required: { json: anything() } },
  text: { required: { text: anyText() } },
  bytes: { required: { base64: anyText(), media_type: anyText() } },
  reference: { optional: { url: text(), sha256: hex64() } },
  unavailable: {},
  confirmation: {
    required: {
      method: oneOf(...confirmationMethods),
      outcome: oneOf(...confirmationOutcomes),
      party: oneOf(...sides),
      evidence_refs: listOf(text()),
    },
    optional: { detail: anyText() },
  },
  external_result: {
    required: {
      agreement_hash: hex64(),
      evaluator: text(),
      verdict,
      condition_results: listOf(conditionJudgment),
      observed_at: text(),
      evidence_refs: listOf(text()),
      proof: plainObject,
    },
  },
})

const offset = orNull(integer(0))

const opinion = exactObject({
  evidence_id: id('ev_'),
  condition_id: id('cond_'),
  observed_at: time(),
  received_at: time(),
  opinion: exactObject({
    judge: oneOf('openai_compatible'),
    model: text(),
    model_version: orNull(text()),
    prompt_digest: orNull(prefixedDigest()),
    verdict: orNull(oneOf(...opinionVerdicts)),
    citations: listOf(exactObject({ evidence_id: anyText(), start: offset, end: offset, quote: anyText() })),
    failure: orNull(oneOf(...opinionFailures)),
  }),
})

const observations = exactObject({
  evidence_id: id('ev_'),
  condition_id: id('cond_'),
  observed_at: time(),
  received_at: time(),
  observations: listOf(
    exactObject({
      url: text(),
      final_url: orNull(text()),
      status: orNull(integer(0)),
      failure: orNull(oneOf(...observationFailures)),
      at: time(),
    }),
  ),
})

const bundleShape: Shape = exactObject(
  {
    schema: text(),
    receipt: plainObject,
    agreement: plainObject,
    plan,
    evidence: listOf(evidence),
    contents: mapOf(text(/^(?:[0-9a-f]{64}|ev_[0-9a-f]{24})$/u, 'a digest or an evidence id'), content),
    observations: listOf(observations),
    evaluated_at: time(),
    keys: plainObject,
  },
  { opinions: listOf(opinion), status: plainObject },
)

export type BundleReading =
  | { readonly bundle: ReplayBundle; readonly slug: string }
  | { readonly problem: string }

/** Reads a parsed value as a bundle, its receipt included, or says what is wrong with its form. */
export function readReplayBundle(candidate: unknown): BundleReading {
  const problem = bundleShape(candidate, '')
  if (problem !== undefined) return { problem }
  const bundle = candidate as ReplayBundle
  const slug = slugOfSchemaId(bundle.schema, 'bundle')
  if (slug === undefined) return { problem: `schema ${bundle.schema} is not that of a bundle` }
  const reading = readOutcomeReceipt(bundle.receipt)
  return 'problem' in reading ? { problem: `receipt.${reading.problem}` } : { bundle, slug }
}
