import { observationFailures, observationMethods } from '@outturn/vocabulary'
import {
  AccountId,
  ExternalJudge,
  RunId,
  RunOutcome,
  Sha256Digest,
  Sha256Hex,
  SpoolId,
} from '@outturn/agreement'
import { DeterministicCheck } from '@outturn/checkers'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import type { ErrorReason } from '../errors/reasons.ts'
import { compilePolicyExample, confirmPolicyExample } from '../http/examples.ts'
import { BundledObservations, BundledOpinion } from '../http/receipts/bundle.ts'
import {
  CompiledPolicy,
  CompilePolicyRequest,
  ConfirmedPolicy,
  ConfirmPolicyRequest,
} from '../http/policy.ts'
import { fieldSources, plainTextMembers } from '../http/plain-text.ts'
import { Recipe, RecipeReference } from '../http/recipe.ts'
import { ExternalResultRequest } from '../http/spools/spool-actions.ts'
import { Passed } from '../messages/passed-text.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { recipeParams } from '../path-parameters.ts'
import { pageOf, pageQuery } from '../query-parameters.ts'
import { RunJob } from './jobs.ts'

/**
 * Plain-text conditions as the checks that they state, by the index of their text and in its order; refused with the first text that
 * leaves something open, asks for what no checker decides, or asks for nothing.
 */
export const compileConditions = defineQuery('verification.compile-conditions', {
  input: z.strictObject({
    conditions: z.array(z.strictObject({ index: z.int(), text: z.string() })).max(100),
    ...plainTextMembers,
    fieldsFrom: z.enum(fieldSources),
  }),
  output: z.strictObject({
    compiled: z.array(
      z.strictObject({
        index: z.int(),
        description: z.string(),
        required: z.boolean(),
        deterministic_check: DeterministicCheck,
      }),
    ),
  }),
  refuses: ['ambiguity_required', 'configuration_unavailable', 'validation_failed'],
  sentBy: ['spool'],
})

/** What would make each of these checks unusable, null for one that can be agreed; for those whose patterns and paths take long to read. */
export const findCheckProblems = defineQuery('verification.find-check-problems', {
  input: z.strictObject({ checks: z.array(DeterministicCheck).max(100) }),
  output: z.strictObject({
    problems: z.array(z.strictObject({ field: z.string(), message: z.string() }).nullable()),
  }),
  refuses: ['configuration_unavailable', 'validation_failed'],
  sentBy: ['spool'],
})

/** One guarded observation of a URL, made by a process without database credentials. */
export const observeUrl = defineCommand('fetcher.observe-url', {
  input: z.strictObject({
    accountId: AccountId,
    url: z.string().max(2_048),
    method: z.enum(observationMethods),
    /** Whether HEAD is repeated as GET when it is answered 405 or 501. */
    retriesWithGet: z.boolean(),
    maxRedirects: z.int().min(0).max(5),
    timeoutMs: z.int().min(1).max(10_000),
  }),
  output: z.strictObject({
    url: z.string(),
    final_url: z.string().nullable(),
    status: z.int().nullable(),
    failure: z.enum(observationFailures).nullable(),
    at: z.string(),
  }),
  /** The fetcher itself could not look. */
  refuses: ['configuration_unavailable'],
  sentBy: ['verification'],
})

/** Why a document was not fetched. */
export const documentFailures = ['unreachable', 'blocked_address', 'too_large', 'encoded'] as const

/** One guarded fetch of a document by https, without redirects, made by a process without database credentials. */
export const fetchDocument = defineQuery('fetcher.fetch-document', {
  input: z.strictObject({
    accountId: AccountId,
    url: z.string().max(4_096),
    headers: z.record(z.string(), z.string()),
    /** Sent as If-None-Match. */
    etag: z.string().max(1_024).nullable(),
    maxBytes: z.int().min(1).max(1_048_576),
    timeoutMs: z.int().min(1).max(10_000),
  }),
  output: z.strictObject({
    status: z.int().nullable(),
    etag: z.string().nullable(),
    /** Base64; null without a body of status 200. */
    body: z.string().nullable(),
    failure: z.enum(documentFailures).nullable(),
  }),
  /** The fetcher itself could not look. */
  refuses: ['configuration_unavailable'],
  sentBy: ['verification'],
})

/**
 * Judges a run that will never exist: the same executors over the same input, nothing recorded. Contents that are long and
 * that the Spool does not hold come beside the job: a list of `{"content": …}`, each kept under the key at its place in `keys`.
 */
export const previewRun = defineCommand('verification.preview-run', {
  input: z.strictObject({
    job: RunJob,
    keys: z.array(z.string()).exactOptional(),
    contents: Passed.exactOptional(),
  }),
  output: RunOutcome,
  refuses: ['checker_error', 'configuration_unavailable'],
  sentBy: ['spool'],
})

/** Why a proof is not the declared judge's over the text. */
export const judgeProofFaults = [
  'proof_type_mismatch',
  'unusable_key',
  'key_id_mismatch',
  'malformed_signature',
  'unsupported_header',
  'other_payload',
  'invalid_signature',
] as const satisfies readonly ErrorReason[]

/** Whether a signed result is the declared judge's own: `text` is the canonical JSON that its proof must be over. */
export const checkJudgeProof = defineQuery('verification.check-judge-proof', {
  input: z.strictObject({
    judge: ExternalJudge,
    text: z.string().max(8_388_608),
    proof: ExternalResultRequest.shape.proof,
  }),
  output: z.strictObject({ valid: z.boolean(), reason: z.enum(judgeProofFaults).nullable() }),
  refuses: ['configuration_unavailable'],
  sentBy: ['spool'],
})

/** Which of these sources of shared secrets this deployment can check the results of. */
export const findJudgeSources = defineQuery('verification.find-judge-sources', {
  input: z.strictObject({ sourceIds: z.array(z.string()).max(100) }),
  output: z.strictObject({ known: z.array(z.string()) }),
  sentBy: ['spool'],
})

/** Reads a text with the deterministic grammar; the draft is kept until it expires. Idempotent by command id. */
export const compilePolicy = defineCommand('verification.compile-policy', {
  input: z.strictObject({ request: CompilePolicyRequest }),
  output: CompiledPolicy,
  refuses: [
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'forbidden',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/policy-compiler',
    access: keyAccess(['full', 'verify']),
    tag: 'Policies',
    summary: 'Compile a text into conditions',
    description:
      'Reads an agreement in plain words and suggests conditions that a checker can decide. It changes no Spool. It counts as one compile of the account, unless nothing of the text was read. Next, answer its questions with confirm-policy.',
    sandboxUse: 'compiles',
    body: CompilePolicyRequest,
    example: compilePolicyExample,
    success: {
      status: 201,
      description:
        'Suggested conditions, and questions about parts of the text that are not exact. They have no effect until they are confirmed.',
    },
  },
})

export const confirmPolicy = defineCommand('verification.confirm-policy', {
  input: z.strictObject({ request: ConfirmPolicyRequest }),
  output: ConfirmedPolicy,
  refuses: [
    'ambiguity_required',
    'configuration_unavailable',
    'conflict',
    'not_found',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/policy-compiler/confirm',
    access: keyAccess(['full', 'verify']),
    tag: 'Policies',
    summary: 'Confirm a compiled policy',
    description:
      'Turns the suggestions of compile-policy into final conditions: choose which ones to keep and answer every question. It changes no Spool and costs nothing. Next, send the conditions to create-spool or verify-delivery.',
    body: ConfirmPolicyRequest,
    example: confirmPolicyExample,
    success: {
      status: 201,
      description: 'Conditions for creating a Spool. They have no effect until the Spool is created.',
    },
  },
})

/** The built-in recipes and those of the account. */
export const listRecipes = defineQuery('verification.list-recipes', {
  input: z.strictObject({ limit: z.int().min(1).max(100), after: z.string().max(80).optional() }),
  output: pageOf(Recipe).meta({ id: 'RecipeList' }),
  http: {
    path: '/api/v1/recipes',
    access: keyAccess(['full', 'verify']),
    tag: 'Policies',
    summary: 'List recipes',
    description:
      'Lists the ready-made sets of conditions that the account may use, with their parameters. It costs nothing. Send the `id` of one, its hash and its parameters as `recipe` to verify-delivery.',
    query: pageQuery(recipeParams.id.schema),
    success: { status: 200, description: 'The built-in recipes and those of the account.' },
  },
})

export const readRecipe = defineQuery('verification.read-recipe', {
  input: z.strictObject({ id: z.string().max(80) }),
  output: Recipe,
  refuses: ['recipe_not_found'],
  http: {
    path: '/api/v1/recipes/:id',
    access: keyAccess(['full', 'verify']),
    tag: 'Policies',
    summary: 'Read a recipe',
    description:
      'Returns one ready-made set of conditions, its parameters and its hash. It costs nothing. Send the hash with the `id`, so that nothing but what you read is agreed.',
    params: recipeParams,
    success: { status: 200, description: 'The recipe with its hash.' },
  },
})

/** The conditions that a recipe stands for with these parameters, for an account. */
export const resolveRecipe = defineQuery('verification.resolve-recipe', {
  input: z.strictObject({ accountId: AccountId, recipe: RecipeReference }),
  output: z.strictObject({
    id: z.string(),
    recipeHash: Sha256Digest,
    conditions: z.array(
      z.strictObject({
        description: z.string(),
        required: z.boolean(),
        deterministic_check: DeterministicCheck,
      }),
    ),
  }),
  refuses: ['configuration_unavailable', 'recipe_hash_mismatch', 'recipe_not_found', 'validation_failed'],
  sentBy: ['spool'],
})

/** What this deployment can execute today, for `verification_summary` and the capabilities route. */
export const readExecutors = defineQuery('verification.read-executors', {
  input: z.strictObject({}),
  output: z.strictObject({
    methods: z.strictObject({
      deterministic: z.literal('live').describe('Conditions decided by a checker.'),
      human_confirmed: z.literal('live').describe('Conditions confirmed by the parties.'),
      ai_assisted: z
        .enum(['live', 'verbatim_only'])
        .describe(
          'Conditions that cite a claim. `live` if a model checks the claim, `verbatim_only` if only exact wording is found.',
        ),
      external_tool: z.literal('live'),
    }),
  }),
  sentBy: ['gateway'],
})

export const readRunDigest = defineQuery('verification.read-run-digest', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ runDigest: Sha256Hex, planHash: Sha256Hex, spoolId: SpoolId }),
  refuses: ['not_found'],
  sentBy: ['operator'],
})

/** What was observed and what judges said for one run, as it was judged. The sender has made sure that its caller may see the run. */
export const readObservations = defineQuery('verification.read-observations', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({
    observations: z.array(BundledObservations),
    opinions: z.array(BundledOpinion).optional(),
  }),
  sentBy: ['gateway'],
})
