import { isJsonObject, type JsonObject, type JsonValue } from '@outturn/canonical'
import {
  claimClasses,
  confirmationMethods,
  confirmationOutcomes,
  decidedOutcomes,
  evidenceTypes,
  identityVisibilities,
  missingEvidenceResults,
  observationFailures,
  opinionFailures,
  opinionVerdicts,
  reviewerProofs,
  reviewOutcomes,
  sides,
  unitVerdicts,
  verdicts,
  verificationMethods,
} from '@outturn/vocabulary'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { type OutcomeReceipt, aggregationPolicy, readOutcomeReceipt } from '../receipt/outcome-receipt.ts'
import {
  type Shape,
  type Shaped,
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

/** A plan has at most so many units, here as where it is agreed. */
const MAX_UNITS = 50_000

/** A bundle holds request bodies one level deeper than they came in, and has room for more. */
export const MAX_BUNDLE_DEPTH = 40

const evidenceType = oneOf(...evidenceTypes)
const plainObject = openObject({}) as Shape<JsonObject>

/** What was asked of the evidence of a condition. */
const requirement = exactObject(
  { expected_type: evidenceType, source_ref: text() },
  {
    provenance: listOf(text()),
    supplier: text(),
    freshness: exactObject({ max_age_seconds: integer(0) }),
    on_missing: oneOf(...missingEvidenceResults),
  },
)

const condition = exactObject({
  condition_id: id('cond_'),
  required: boolean(),
  verification_method: oneOf(...verificationMethods),
  /** The parameters of one checker, or the terms of another method; the bundle does not say whether they mean anything. */
  check: orNull(plainObject),
  evidence_requirements: listOf(requirement),
})
export type BundledCondition = Shaped<typeof condition>

/** The preimage of the plan hash, as a JSON object. */
const plan = exactObject({
  schema: text(),
  plan_version: text(),
  compiler_version: text(),
  evidence_policy_version: text(),
  aggregation_policy: aggregationPolicy,
  conditions: listOf(condition),
  unitization: orNull(
    exactObject(
      { total_units: integer(1, MAX_UNITS), unit_amount_cents: integer(0) },
      { identity: exactObject({ source_key: text(), visibility: oneOf(...identityVisibilities) }) },
    ),
  ),
  value: exactObject({ amount_cents: integer(0), currency: text() }),
})
export type BundledPlan = Shaped<typeof plan>

/** One evidence item as the run was given it; its content is among the contents of the bundle, or only its digest is known. */
const evidence = exactObject(
  {
    id: id('ev_'),
    /** Null where the item was offered to every condition. */
    condition_id: orNull(id('cond_')),
    type: evidenceType,
    source: text(),
    claim_class: oneOf(...claimClasses),
    provenance: text(),
    on_behalf_of: text(),
    content_digest: orNull(hex64()),
    observed_at: orNull(time(true)),
    received_at: time(),
  },
  {
    /** The side that sent it, where it sent it in the name of the other. */
    supplied_by: oneOf(...sides),
  },
)
export type BundledEvidence = Shaped<typeof evidence>

const verdict = oneOf(...verdicts)

const conditionJudgment = exactObject(
  { condition_id: id('cond_'), result: verdict },
  {
    units: listOf(
      exactObject({ unit: integer(1, MAX_UNITS), result: oneOf(...unitVerdicts) }, { reason: anyText() }),
    ),
  },
)

const csvDialect = exactObject({ format: oneOf('csv'), delimiter: oneOf(',', ';', '\t', '|') })
const sheetDialect = exactObject({ format: oneOf('xlsx'), sheet: anyText() })
const dialect: Shape<Shaped<typeof csvDialect> | Shaped<typeof sheetDialect>> = (value, path) =>
  (isJsonObject(value) && value['format'] === 'xlsx' ? sheetDialect : csvDialect)(value, path)

const content = variantOf({
  rows: { required: { rows: listOf(plainObject) } },
  json: { required: { json: anything<JsonValue>() } },
  text: { required: { text: anyText() } },
  bytes: {
    required: { base64: anyText(), media_type: anyText() },
    /** How the bytes were read as a table. */
    optional: { dialect },
  },
  reference: { optional: { url: text(), sha256: hex64() } },
  unavailable: {},
  /** What a party said about a condition, as the service recorded it. */
  confirmation: {
    required: {
      method: oneOf(...confirmationMethods),
      outcome: oneOf(...confirmationOutcomes),
      party: oneOf(...sides),
      evidence_refs: listOf(text()),
      confirmed_evidence_digest: hex64(),
    },
    optional: { detail: anyText() },
  },
  /** The signed result of an outside judge, with its proof. */
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
  /** The outcomes of one condition that a reviewer stated, as the service recorded them. */
  review: {
    required: {
      review_id: id('rev_'),
      receipt_id: id('ocr_'),
      named_by: oneOf(...sides),
      known_by: oneOf(...reviewerProofs),
      confirmed_evidence_digest: hex64(),
    },
    optional: {
      outcome: oneOf(...reviewOutcomes),
      units: listOf(exactObject({ unit: integer(1, MAX_UNITS), outcome: oneOf(...reviewOutcomes) })),
    },
  },
  /** The outcome of one condition by which a dispute was decided. */
  dispute: {
    required: {
      dispute_id: id('dsp_'),
      receipt_id: id('ocr_'),
      decided_by: oneOf('counterparty', 'external'),
      outcome: oneOf(...decidedOutcomes),
      confirmed_evidence_digest: hex64(),
    },
    optional: { judge: text() },
  },
})
export type BundledContent = Shaped<typeof content>
export type BundledExternalResult = Extract<BundledContent, { kind: 'external_result' }>

/** Counts bytes of the UTF-8 form of the evidence text. */
const offset = orNull(integer(0))

/** What a judge said of the claim of one condition. */
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

export type BundledOpinion = Shaped<typeof opinion>

/** An item whose content was deleted after the run. */
const withheldItem = exactObject({
  evidence_id: id('ev_'),
  content_digest: hex64(),
  reason: oneOf('withdrawn'),
})

/** What the service saw at the URLs of one condition. */
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
export type BundledObservations = Shaped<typeof observations>

const bundleShape = exactObject(
  {
    /** `<service>/bundle@1`. */
    schema: text(),
    receipt: openObject({}) as Shape<OutcomeReceipt>,
    /** The preimage of the agreement hash, as a JSON object. */
    agreement: plainObject,
    plan,
    /** In the order of receipt. */
    evidence: listOf(evidence),
    /** By content digest, or by evidence id where an item has none; items of one digest share their content. */
    contents: mapOf(text(/^(?:[0-9a-f]{64}|ev_[0-9a-f]{24})$/u, 'a digest or an evidence id'), content),
    observations: listOf(observations),
    /** The time by which the service judged how fresh the evidence was. */
    evaluated_at: time(),
    /** The key document of the service when the bundle was made; a reader that pins keys uses those instead. */
    keys: plainObject,
    /** What the service signed of all other members; see bundleProblem. */
    manifest: plainObject,
  },
  {
    /** Left out where no judge was asked. */
    opinions: listOf(opinion),
    /** Left out where no content was deleted; citations of such an item have an empty quote. */
    withheld: listOf(withheldItem),
    /** The events of the Spool up to the history of the receipt; left out for readers who may not list them. */
    events: listOf(plainObject),
    /** The answer of the receipt's status route when the bundle was made. */
    status: plainObject,
  },
)
/** Everything one run was judged on, with the receipt of its outcome: enough to run it again offline. */
export interface ReplayBundle extends Shaped<typeof bundleShape> {}

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
