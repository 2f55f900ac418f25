import { z } from 'zod'
import { Sha256Digest } from '@outturn/agreement'

export const recipeIdPattern = /^[a-z0-9][a-z0-9-]{0,63}@[1-9][0-9]{0,5}$/

/** A named set of condition templates. `recipe_hash` covers the entry without itself. */
export const Recipe = z
  .strictObject({
    id: z.string().regex(recipeIdPattern, 'must be a name and a version, such as "lead-list@1"'),
    title: z.string(),
    description: z.string(),
    conditions: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Conditions with {"$param":"name"} in place of values.'),
    params: z.array(
      z.strictObject({
        name: z.string(),
        type: z.enum(['integer', 'string', 'string_list', 'timestamp', 'sha256']),
        required: z.boolean(),
        default: z.unknown().optional(),
        description: z.string(),
      }),
    ),
    recipe_hash: Sha256Digest,
  })
  .meta({ id: 'Recipe' })
export type Recipe = z.infer<typeof Recipe>

/** A recipe named in a one-call verification in place of its conditions. */
export const RecipeReference = z
  .strictObject({
    id: z.string().min(1).max(80),
    recipe_hash: Sha256Digest.optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'RecipeReference' })
export type RecipeReference = z.infer<typeof RecipeReference>
