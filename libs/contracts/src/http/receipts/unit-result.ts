import { ConditionId, Sha256Hex } from '@outturn/agreement'
import { unitVerdicts } from '@outturn/vocabulary'
import { z } from 'zod'

/** What a run found of one unit. */
export const UnitResult = z
  .strictObject({
    unit: z
      .int()
      .min(1)
      .meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
    result: z.enum(unitVerdicts).describe('Result of the unit.'),
    reasons: z
      .array(
        z.strictObject({
          condition_id: ConditionId.describe('ID of the condition that the unit did not meet.'),
          code: z
            .string()
            .meta({ description: 'Machine-readable code of the reason.', examples: ['missing_field'] }),
          unit: z
            .int()
            .min(1)
            .optional()
            .meta({
              description: 'Number of the earlier unit that this unit duplicates; the first unit is 1.',
              examples: [1],
            }),
          field: z
            .string()
            .optional()
            .meta({ description: 'Name of the field that the reason concerns.', examples: ['email'] }),
        }),
      )
      .describe('Reasons why the unit was not accepted; at most five.'),
    more_reasons: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Number of reasons beyond the five that are listed.', examples: [3] }),
    salt: z.string().meta({
      description: 'Random salt that keeps the unit from being guessed from its hash.',
      examples: ['c2FsdA'],
    }),
    identity: z
      .strictObject({
        id: z.string().meta({
          description: 'Salted pseudonym of the unit: `uid_…`.',
          examples: ['uid_0123456789abcdef01234567'],
        }),
        label: z
          .string()
          .optional()
          .meta({
            description:
              'Value of the source key. Present only if the agreement makes it visible as a `label`.',
            examples: ['a@example.com'],
          }),
      })
      .optional()
      .describe('Identity of the unit, if the agreement defines a source key.'),
  })
  .meta({ id: 'UnitResult' })

/** The result of one unit with its place in the Merkle tree of all. */
export const UnitDisclosure = z
  .strictObject({
    leaf: UnitResult.describe('Result of one unit.'),
    index: z
      .int()
      .min(0)
      .meta({ description: 'Position of the unit in the Merkle tree; the first is 0.', examples: [0] }),
    proof: z.array(Sha256Hex).describe('Sibling hashes from the leaf to the Merkle root.'),
  })
  .meta({ id: 'UnitDisclosure' })
