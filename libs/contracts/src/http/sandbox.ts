import { z } from 'zod'
import { ConditionInput, Timestamp } from '@outturn/agreement'
import { UnitizationInput } from './amounts.ts'
import { plainTextMembers } from './plain-text.ts'
import { CompiledPolicy } from './policy.ts'
import { CreatedSpool } from './spools/create-spool.ts'

const SandboxBudget = z
  .strictObject({
    compiles: z.int().meta({ description: 'Number of compilations.', examples: [10] }),
    spools: z.int().meta({ description: 'Number of demo Spools.', examples: [10] }),
    verifies: z.int().meta({ description: 'Number of verifications.', examples: [25] }),
  })
  .meta({ id: 'SandboxBudget' })
const expiresAt = Timestamp.describe('Time at which the session expires.')
const limits = SandboxBudget.describe('Limits of the session.')

export const SandboxSession = z
  .strictObject({
    token: z.string().meta({
      description: 'Session token. It is shown only once. Send it as a Bearer token.',
      examples: ['sbx_…'],
    }),
    expires_at: expiresAt,
    limits,
  })
  .meta({ id: 'SandboxSession' })
export type SandboxSession = z.infer<typeof SandboxSession>

export const SandboxSessionState = z
  .strictObject({
    expires_at: expiresAt,
    limits,
    remaining: SandboxBudget.describe('Remaining budget of the session.'),
    used: SandboxBudget.describe('Used budget of the session.'),
    spools: z
      .array(
        z.strictObject({
          id: z
            .string()
            .meta({ description: 'ID of the demo Spool.', examples: ['spl_0123456789abcdef01234567'] }),
          type: z
            .string()
            .meta({ description: 'Type of work that the Spool covers.', examples: ['service'] }),
          status: z.record(z.string(), z.string()).describe('Current states of the Spool.'),
          created_at: Timestamp.describe('Time at which the Spool was created.'),
          links: z
            .strictObject({
              self: z.string().meta({
                description: 'Path of the Spool.',
                examples: ['/api/sandbox/spools/spl_0123456789abcdef01234567'],
              }),
            })
            .describe('Paths of related resources.'),
        }),
      )
      .describe('Active demo Spools of the session, newest first.'),
  })
  .meta({ id: 'SandboxSessionState' })
export type SandboxSessionState = z.infer<typeof SandboxSessionState>

/** Body of POST /api/sandbox/compile. */
export const CompileSandboxRequest = z
  .strictObject({
    source: z
      .string()
      .min(1)
      .max(20_000)
      .meta({
        description: 'Text of the agreement, in plain English.',
        examples: ['2 leads at $2.50 each. Every row has "name" and "website".'],
      }),
    economics: z
      .strictObject({
        unitization: UnitizationInput.optional().describe(
          'Number of units and the price of each. Their total must equal the amount in the text, if it states one.',
        ),
      })
      .optional()
      .describe('Price of the work.'),
    conditions: z
      .array(ConditionInput)
      .max(100)
      .optional()
      .describe(
        'Conditions to add to those of the text. A condition whose description is the text of an `unsupported` entry resolves that entry.',
      ),
    ...plainTextMembers,
  })
  .meta({ id: 'CompileSandboxRequest' })
export type CompileSandboxRequest = z.infer<typeof CompileSandboxRequest>

/** The demo Spool that a text was compiled into, and what of the text is open. */
export const CompiledSpool = CreatedSpool.extend({
  questions: CompiledPolicy.shape.ambiguities.describe(
    'Questions about parts of the text that are not exact. While there are any, the Spool is a draft: compile the text again with the answers in it.',
  ),
  unsupported: CompiledPolicy.shape.unsupported.describe(
    'Parts of the text that no checker can decide. While there are any, the Spool is a draft: compile the text again without them, or send their `condition` in `conditions`.',
  ),
}).meta({ id: 'CompiledSpool', extends: 'CreatedSpool' })
export type CompiledSpool = z.infer<typeof CompiledSpool>
