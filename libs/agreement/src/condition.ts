import { DeterministicCheck } from '@outturn/checkers'
import { confirmationMethods, verificationMethods } from '@outturn/vocabulary'
import { z } from 'zod'
import { EvidenceRequirement } from './evidence-requirement.ts'
import { ConditionId } from './ids.ts'
import { CitedClaim, ExternalJudge } from './method-terms.ts'
import { listOf } from './json.ts'

/** A check as a caller writes it. A list is none, not even of a single check: each condition has one. */
const WrittenCheck = z
  .transform((value: z.input<typeof DeterministicCheck>, context) => {
    const written = 'must be one check, written as an object such as {"checker":"row_count","expected":50}'
    if (typeof value === 'string') {
      context.addIssue({ code: 'custom', message: `${written}, and a text was sent` })
    }
    if (Array.isArray(value)) {
      context.addIssue({
        code: 'custom',
        params: { isOfMeaning: true },
        message: `${written}, and a list was sent; send one condition for each checker`,
      })
    }
    return value
  })
  .pipe(DeterministicCheck)

const described = {
  description: z
    .string()
    .min(1)
    .max(2_000)
    .meta({
      description: 'Description of the condition for people. The checker or method decides, not this text.',
      examples: ['Every row has an e-mail address.'],
    }),
  required: z.boolean().describe('True if the verdict depends on the condition.'),
  verification_method: z
    .enum(verificationMethods)
    .describe('Method that decides the condition: a checker, the parties, a model, or an external party.'),
}
const assisted = {
  confirmation_method: z
    .enum(confirmationMethods)
    .exactOptional()
    .describe('Parties that must confirm the condition. Required for the method `human_confirmed`.'),
  claim_cited: CitedClaim.exactOptional().describe(
    'Claim that the evidence must support. Required for the method `ai_assisted`.',
  ),
  external_judge: ExternalJudge.exactOptional().describe(
    'External party whose signed result decides the condition. Required for the method `external_tool`.',
  ),
}

/**
 * A condition as its author writes it. Which keys belong to which method is a rule of meaning, not of shape: a key of
 * another method and no check are refused with 422 by the Spool service.
 */
export const ConditionInput = z
  .strictObject({
    ...described,
    deterministic_check: WrittenCheck.exactOptional().describe(
      'Checker with its parameters, as a single object. Required for the method `deterministic`.',
    ),
    ...assisted,
    evidence_requirements: z
      .union([EvidenceRequirement, listOf(EvidenceRequirement, { max: 20 })])
      .exactOptional()
      .describe('Requirements that the evidence must meet. A single object is treated as a list of one.'),
  })
  .meta({ id: 'ConditionInput' })
export type ConditionInput = z.infer<typeof ConditionInput>

/** A condition as it was agreed. */
export const Condition = z
  .strictObject({
    id: ConditionId.describe('ID of the condition.'),
    ...described,
    deterministic_check: DeterministicCheck.exactOptional().describe(
      'Checker with its parameters, for the method `deterministic`.',
    ),
    ...assisted,
    evidence_requirements: listOf(EvidenceRequirement)
      .exactOptional()
      .describe('Requirements that the evidence must meet.'),
  })
  .meta({ id: 'AgreedCondition' })
export type Condition = z.infer<typeof Condition>
