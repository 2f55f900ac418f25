import { z } from 'zod'
import { ConditionInput, Timestamp } from '@outturn/agreement'
import { UnitizationInput } from './amounts.ts'
import { plainTextMembers } from './plain-text.ts'
import { CompiledPolicy } from './policy.ts'
import { CreatedSpool } from './spools/create-spool.ts'

const budget = z.strictObject({ compiles: z.int(), spools: z.int(), verifies: z.int() })

export const SandboxSession = z
  .strictObject({ token: z.string(), expires_at: Timestamp, limits: budget })
  .meta({ id: 'SandboxSession' })
export type SandboxSession = z.infer<typeof SandboxSession>

export const SandboxSessionState = z
  .strictObject({
    expires_at: Timestamp,
    limits: budget,
    remaining: budget,
    used: budget,
    spools: z.array(
      z.strictObject({
        id: z.string(),
        type: z.string(),
        status: z.record(z.string(), z.string()),
        created_at: Timestamp,
        links: z.strictObject({ self: z.string() }),
      }),
    ),
  })
  .meta({ id: 'SandboxSessionState' })
export type SandboxSessionState = z.infer<typeof SandboxSessionState>

/** Body of POST /api/sandbox/compile. */
export const CompileSandboxRequest = z
  .strictObject({
    source: z.string().min(1).max(20_000).describe('Text of the agreement, in plain words.'),
    economics: z
      .strictObject({
        unitization: UnitizationInput.optional().describe(
          'Units that the value is earned in. They come to the amount that the text names, where it names one.',
        ),
      })
      .optional()
      .describe('What the work is worth.'),
    conditions: z
      .array(ConditionInput)
      .max(100)
      .optional()
      .describe(
        'Conditions beside those of the text. One whose description is an entry of `unsupported` settles that entry.',
      ),
    ...plainTextMembers,
  })
  .meta({ id: 'CompileSandboxRequest' })
export type CompileSandboxRequest = z.infer<typeof CompileSandboxRequest>

/** The demo Spool that a text was compiled into, and what of the text is open. */
export const CompiledSpool = CreatedSpool.extend({
  questions: CompiledPolicy.shape.ambiguities.describe(
    'Questions about words that are not exact. While there is one, the Spool is a draft: compile again with words that answer it.',
  ),
  unsupported: CompiledPolicy.shape.unsupported.describe(
    'Words that no checker decides. While there is one, the Spool is a draft: compile again without them, or with their `condition` among `conditions`.',
  ),
}).meta({ id: 'CompiledSpool' })
export type CompiledSpool = z.infer<typeof CompiledSpool>
