import { z } from 'zod'
import { ConditionInput, PolicyId, Sha256Digest, Timestamp, Unitization } from '@outturn/agreement'
import { UnitizationInput } from './amounts.ts'
import { policyPaths } from '@outturn/vocabulary'
import { Applies, assistedEntry, plainTextMembers, questionReasons, ReadsAs, Rewrites } from './plain-text.ts'

/** Words that are agreed on as they stand, as they are sent with a Spool. */
const PolicyTerm = z
  .strictObject({
    text: z.string().meta({
      description: 'Text of the term.',
      examples: ['Note: the list may be extended next month.'],
    }),
    provenance: z
      .strictObject({ source: z.literal('freeform').describe('Kind of source that the term comes from.') })
      .describe('Origin of the text of the term.'),
  })
  .meta({ id: 'PolicyTerm' })
const PolicyValue = z
  .strictObject({
    amount_cents: z
      .int()
      .min(1)
      .meta({ description: 'Price, in cents.', examples: [50_000] }),
    currency: z.string().meta({ description: 'Currency of the price.', examples: ['USD'] }),
  })
  .meta({ id: 'PolicyValue' })
const policyId = PolicyId.describe('ID of the compiled policy.')
const statedValue = PolicyValue.nullable().describe(
  'Price of the whole delivery that the text states; null if it states none.',
)
const statedUnits = Unitization.nullable().describe(
  'Number of units and the price of each that the text states; null if it states none.',
)

/** Body of POST /api/v1/policy-compiler. */
export const CompilePolicyRequest = z
  .strictObject({
    source: z
      .string()
      .min(1)
      .max(20_000)
      .meta({
        description: 'Text to compile, in plain English.',
        examples: ['Exactly 100 rows. Every row has a company and an email.'],
      }),
    unitization: UnitizationInput.optional().describe(
      'Number of units and the price of each. Send it if the text does not state them.',
    ),
    ...plainTextMembers,
    suggest: z
      .literal('model')
      .optional()
      .describe(
        'Send `model` to let a model propose rewrites for the open parts of the text, if this deployment has a model. It does not change any other part of the result.',
      ),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .meta({
        description: 'Currency of amounts in the text, as an ISO 4217 code. Only `USD` is supported.',
        examples: ['USD'],
      }),
  })
  .meta({ id: 'CompilePolicyRequest' })
export type CompilePolicyRequest = z.infer<typeof CompilePolicyRequest>

/** `start` and `end` count UTF-16 code units of the source; `text` is the source between them. */
export const SourceSpan = z
  .strictObject({
    start: z.int().meta({
      description: 'Position of the first character in `source`, in UTF-16 code units.',
      examples: [0],
    }),
    end: z.int().meta({
      description: 'Position after the last character in `source`, in UTF-16 code units.',
      examples: [17],
    }),
    text: z.string().meta({
      description: 'Part of `source` between the two positions.',
      examples: ['Exactly 100 rows.'],
    }),
  })
  .meta({ id: 'SourceSpan' })

/** Sentences of a model that say a clause in words that are read exactly. */
const ModelRewrites = z
  .strictObject({
    model: z
      .string()
      .meta({ description: 'Name of the model that wrote the sentences.', examples: ['example-model'] }),
    rewrites: z
      .array(z.string())
      .min(1)
      .describe(
        'Sentences that can replace `source_span`. Each can be compiled as it is, uses only known fields, and adds no number, time or quoted text.',
      ),
  })
  .meta({ id: 'ModelRewrites' })
const modelRewrites = ModelRewrites.optional().describe(
  'Proposals of a model. Present only if `suggest` was sent and the model wrote usable sentences. To use one, send it as an answer or in the text.',
)

const suggestionId = { description: 'ID of the suggestion within the draft.', examples: ['sug_1'] }

const SuggestedCondition = z
  .strictObject({
    suggestion_id: z.string().meta(suggestionId),
    condition: ConditionInput.describe('Suggested condition, ready to be used in a Spool.'),
    reads_as: ReadsAs,
    applies: Applies,
    note: z
      .string()
      .optional()
      .meta({
        description: 'Effect of the condition that its author may not expect.',
        examples: ['A blank value counts as missing.'],
      }),
    source_span: SourceSpan.describe('Position of the condition in the source.'),
  })
  .meta({ id: 'SuggestedCondition' })

/** A question about words that are not exact. */
export const PolicyQuestion = z
  .strictObject({
    ambiguity_id: z
      .string()
      .meta({ description: 'ID of the question within the draft.', examples: ['amb_1'] }),
    path: z.enum(policyPaths).describe('Part of the agreement that the question concerns.'),
    text: z.string().meta({
      description: 'Text that is not exact. `source_span` is the clause that contains it.',
      examples: ['phone'],
    }),
    question: z
      .string()
      .meta({ description: 'Question for the author.', examples: ['Which field of the rows is "phone"?'] }),
    reason: z.enum(questionReasons).describe('Reason for the question.'),
    candidates: z.array(z.string()).describe('Possible meanings of the text, if they can be listed.'),
    rewrites: Rewrites,
    model_rewrites: modelRewrites,
    source_span: SourceSpan.describe('Position of the clause in the source.'),
  })
  .meta({ id: 'PolicyQuestion' })

/** A clause that no checker decides. */
export const UnsupportedClause = z
  .strictObject({
    text: z
      .string()
      .meta({ description: 'Text that no checker can decide.', examples: ['it looks professional'] }),
    ...assistedEntry,
    model_rewrites: modelRewrites,
    source_span: SourceSpan.describe('Position of the clause in the source.'),
  })
  .meta({ id: 'UnsupportedClause' })

/** What the grammar read in a text: suggestions that bind nothing, and questions where the text is not exact. */
export const CompiledPolicy = z
  .strictObject({
    policy_id: policyId,
    status: z.literal('draft').describe('Status of the policy: a draft until it is confirmed.'),
    compiler: z
      .strictObject({
        version: z.string().meta({ description: 'Version of the compiler.', examples: ['1.0.0'] }),
        engine: z.literal('rules').describe('Kind of compiler: a fixed grammar, not a model.'),
      })
      .describe('Compiler that read the text.'),
    suggested_conditions: z
      .array(SuggestedCondition)
      .describe('Conditions that the text states exactly. They have no effect until they are confirmed.'),
    terms: z
      .array(PolicyTerm)
      .describe('Sentences that are marked as information, such as "Note: …". No checker decides them.'),
    value: statedValue,
    unitization: statedUnits,
    amounts: z
      .array(
        z.strictObject({
          text: z.string().meta({ description: 'Text of the amount.', examples: ['$5 each'] }),
          source_span: SourceSpan.describe('Position of the amount in the source.'),
        }),
      )
      .describe('Parts of the text that state the price or the units.'),
    ambiguities: z.array(PolicyQuestion).describe('Questions about parts of the text that are not exact.'),
    unsupported: z.array(UnsupportedClause).describe('Parts of the text that no checker can decide.'),
    connectives: z
      .array(SourceSpan)
      .describe(
        'Remaining parts of the text: headings, greetings, list marks and conjunctions. Together with the other spans they cover every word of the source.',
      ),
    fields_from: z
      .literal('request')
      .optional()
      .describe('Present if the text was matched with `fields` of the request.'),
    charged: z
      .literal(false)
      .optional()
      .describe('Present and false if no part of the text could be read, so that nothing is charged.'),
    policy_digest: Sha256Digest.describe('Digest of the draft. Send it back to confirm the draft.'),
    expires_at: Timestamp.describe('Time until which the draft can be confirmed.'),
  })
  .meta({ id: 'CompiledPolicy' })
export type CompiledPolicy = z.infer<typeof CompiledPolicy>

const Answer = z.string().min(1).max(2_000)

/** Body of POST /api/v1/policy-compiler/confirm. */
export const ConfirmPolicyRequest = z
  .strictObject({
    policy_id: policyId,
    policy_digest: Sha256Digest.describe('Digest of the draft, as the compiler returned it.'),
    accept: z
      .array(z.string().min(1).max(40))
      .max(100)
      .describe('IDs of the suggestions that become conditions.'),
    decline: z
      .array(z.string().min(1).max(40))
      .max(100)
      .optional()
      .describe(
        'IDs of the suggestions that do not become conditions. If `accept` is empty, this list must contain every suggestion.',
      ),
    answers: z
      .record(z.string().max(40), z.union([Answer, z.array(Answer).min(1).max(10)]))
      .optional()
      .describe(
        'Answers to the questions, by question ID: one of the candidates, one of the rewrites, a sentence of your own, or `term` to keep the text as a term.',
      ),
    add_conditions: z
      .array(ConditionInput)
      .max(100)
      .optional()
      .describe('Conditions to add to those of the text.'),
    create_recipe: z.boolean().optional().describe('True to save the conditions as a recipe.'),
  })
  .meta({ id: 'ConfirmPolicyRequest' })
export type ConfirmPolicyRequest = z.infer<typeof ConfirmPolicyRequest>

export const ConfirmedPolicy = z
  .strictObject({
    policy_id: policyId,
    status: z.literal('confirmed').describe('Status of the policy.'),
    conditions: z.array(ConditionInput).describe('Confirmed conditions, ready to be used in a Spool.'),
    unitization: statedUnits,
    value: statedValue,
    terms: z
      .array(PolicyTerm)
      .describe(
        'Parts of the text that are kept as terms, in the order of the text. No checker decides them. An unsupported part becomes a term unless a condition in `add_conditions` has its text as the description.',
      ),
    policy_hash: Sha256Digest.describe('Hash of the confirmed policy.'),
    recipe: z
      .strictObject({
        id: z
          .string()
          .meta({ description: 'Name and version of the recipe.', examples: ['policy-1a2b3c@1'] }),
        recipe_hash: Sha256Digest.describe('SHA-256 of the canonical JSON of the recipe.'),
      })
      .nullable()
      .describe('Saved recipe; null if `create_recipe` was not sent.'),
  })
  .meta({ id: 'ConfirmedPolicy' })
export type ConfirmedPolicy = z.infer<typeof ConfirmedPolicy>
