import { z } from 'zod'
import { ConditionInput, PolicyId, Sha256Digest, Timestamp, Unitization } from '@outturn/agreement'
import { UnitizationInput } from './amounts.ts'
import { policyPaths } from '@outturn/vocabulary'
import { Applies, assistedEntry, plainTextMembers, questionReasons, ReadsAs, Rewrites } from './plain-text.ts'

/** Words that are agreed on as they stand, as they are sent with a Spool. */
const term = z.strictObject({
  text: z.string(),
  provenance: z.strictObject({ source: z.literal('freeform') }),
})
const value = z.strictObject({ amount_cents: z.int().min(1), currency: z.string() })

/** Body of POST /api/v1/policy-compiler. */
export const CompilePolicyRequest = z
  .strictObject({
    source: z.string().min(1).max(20_000),
    unitization: UnitizationInput.optional(),
    ...plainTextMembers,
    suggest: z
      .literal('model')
      .optional()
      .describe(
        'Has a model suggest sentences beside questions and beside what no checker decides, where the deployment has one. It answers nothing and changes nothing else.',
      ),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  })
  .meta({ id: 'CompilePolicyRequest' })
export type CompilePolicyRequest = z.infer<typeof CompilePolicyRequest>

/** `start` and `end` count UTF-16 code units of the source; `text` is the source between them. */
export const SourceSpan = z.strictObject({ start: z.int(), end: z.int(), text: z.string() })

/** Sentences of a model that say a clause in words that are read exactly. */
const ModelRewrites = z
  .strictObject({
    model: z.string().describe('Name of the model that wrote them.'),
    rewrites: z
      .array(z.string())
      .min(1)
      .describe(
        'Sentences in place of `source_span`. Each compiles as it stands, with known fields and without a number, time or quoted word of its own.',
      ),
  })
  .meta({ id: 'ModelRewrites' })
const modelRewrites = ModelRewrites.optional().describe(
  'Present with `suggest` where a model wrote sentences that hold. Nothing binds by them: send one as an answer or in the text.',
)

/** What the grammar read in a text: suggestions that bind nothing, and questions where the text is not exact. */
export const CompiledPolicy = z
  .strictObject({
    policy_id: PolicyId,
    status: z.literal('draft'),
    compiler: z.strictObject({ version: z.string(), engine: z.literal('rules') }),
    suggested_conditions: z.array(
      z.strictObject({
        suggestion_id: z.string(),
        condition: ConditionInput,
        reads_as: ReadsAs,
        applies: Applies,
        note: z.string().optional().describe('Effect of the condition that may surprise its author.'),
        source_span: SourceSpan,
      }),
    ),
    terms: z
      .array(term)
      .describe(
        'Sentences that say of themselves that they only inform, as "Note: …". No check decides them.',
      ),
    value: value.nullable(),
    unitization: Unitization.nullable(),
    amounts: z
      .array(z.strictObject({ text: z.string(), source_span: SourceSpan }))
      .describe('Where the text says what value and unitization come to.'),
    ambiguities: z.array(
      z.strictObject({
        ambiguity_id: z.string(),
        path: z.enum(policyPaths),
        text: z.string().describe('The words that are not exact; source_span is the clause they stand in.'),
        question: z.string(),
        reason: z.enum(questionReasons),
        candidates: z.array(z.string()).describe('What the words could mean, where that can be listed.'),
        rewrites: Rewrites,
        model_rewrites: modelRewrites,
        source_span: SourceSpan,
      }),
    ),
    unsupported: z.array(
      z.strictObject({
        text: z.string(),
        ...assistedEntry,
        model_rewrites: modelRewrites,
        source_span: SourceSpan,
      }),
    ),
    connectives: z
      .array(SourceSpan)
      .describe(
        'Words outside of every other span: headings, greetings, list marks and what joins two clauses. Every word of the source is in one span.',
      ),
    fields_from: z
      .literal('request')
      .optional()
      .describe('Present where the text was read by `fields` of the request.'),
    charged: z
      .literal(false)
      .optional()
      .describe('Present where nothing of the text was read and nothing is charged for it.'),
    policy_digest: Sha256Digest,
    expires_at: Timestamp,
  })
  .meta({ id: 'CompiledPolicy' })
export type CompiledPolicy = z.infer<typeof CompiledPolicy>

const Answer = z.string().min(1).max(2_000)

/** Body of POST /api/v1/policy-compiler/confirm. */
export const ConfirmPolicyRequest = z
  .strictObject({
    policy_id: PolicyId,
    policy_digest: Sha256Digest,
    accept: z.array(z.string().min(1).max(40)).max(100),
    decline: z
      .array(z.string().min(1).max(40))
      .max(100)
      .optional()
      .describe(
        'Ids of suggestions that do not become conditions. Where `accept` is empty, every suggestion has to be listed.',
      ),
    answers: z
      .record(z.string().max(40), z.union([Answer, z.array(Answer).min(1).max(10)]))
      .optional()
      .describe(
        'Answers to the questions, by their ids: one of the candidates, one of the rewrites, a sentence of your own, or `term` to keep the words as a term.',
      ),
    add_conditions: z.array(ConditionInput).max(100).optional(),
    create_recipe: z.boolean().optional(),
  })
  .meta({ id: 'ConfirmPolicyRequest' })
export type ConfirmPolicyRequest = z.infer<typeof ConfirmPolicyRequest>

export const ConfirmedPolicy = z
  .strictObject({
    policy_id: PolicyId,
    status: z.literal('confirmed'),
    conditions: z.array(ConditionInput),
    unitization: Unitization.nullable(),
    value: value.nullable(),
    terms: z
      .array(term)
      .describe(
        'Words that were kept as they are, in the order of the text; no check decides them. An unsupported part is one of them, unless `add_conditions` has a condition with its words as the description.',
      ),
    policy_hash: Sha256Digest,
    recipe: z.strictObject({ id: z.string(), recipe_hash: Sha256Digest }).nullable(),
  })
  .meta({ id: 'ConfirmedPolicy' })
export type ConfirmedPolicy = z.infer<typeof ConfirmedPolicy>
