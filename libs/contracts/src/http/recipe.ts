import { z } from 'zod'
import { Sha256Digest } from '@outturn/agreement'

export const recipeIdPattern = /^[a-z0-9][a-z0-9-]{0,63}@[1-9][0-9]{0,5}$/

/** A named set of condition templates. `recipe_hash` covers the entry without itself. */
export const Recipe = z
  .strictObject({
    id: z
      .string()
      .regex(recipeIdPattern, 'must be a name and a version, such as "lead-list@1"')
      .meta({ description: 'Name and version of the recipe.', examples: ['lead-list@1'] }),
    title: z.string().meta({ description: 'Title of the recipe.', examples: ['Lead list'] }),
    description: z.string().meta({
      description: 'Description of the recipe for people.',
      examples: ['A list of leads with unique e-mail addresses.'],
    }),
    conditions: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Condition templates. `{"$param":"name"}` marks the place of a parameter value.'),
    params: z
      .array(
        z.strictObject({
          name: z.string().meta({ description: 'Name of the parameter.', examples: ['rows'] }),
          type: z
            .enum(['integer', 'string', 'string_list', 'timestamp', 'sha256'])
            .describe('Type of the parameter value.'),
          required: z.boolean().describe('True if a value must be given.'),
          default: z
            .unknown()
            .optional()
            .meta({ description: 'Value that is used if none is given.', examples: [100] }),
          description: z.string().meta({
            description: 'Description of the parameter for people.',
            examples: ['Number of rows to deliver.'],
          }),
        }),
      )
      .describe('Parameters of the recipe.'),
    recipe_hash: Sha256Digest.meta({
      description: 'SHA-256 of the canonical JSON of the recipe without this member.',
      examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
  })
  .meta({ id: 'Recipe' })
export type Recipe = z.infer<typeof Recipe>

/** A recipe named in a request in place of conditions. */
export const RecipeReference = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .max(80)
      .meta({ description: 'Name and version of the recipe.', examples: ['lead-list@1'] }),
    recipe_hash: Sha256Digest.optional().meta({
      description: 'Expected hash of the recipe. The request is refused if the recipe has another hash.',
      examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values of the recipe parameters, by name.'),
  })
  .meta({ id: 'RecipeReference' })
export type RecipeReference = z.infer<typeof RecipeReference>

/** Whether a request says by exactly one of the two what must be met. */
export function hasOneBasis({ conditions, recipe }: { conditions?: unknown; recipe?: unknown }): boolean {
  return (conditions === undefined) !== (recipe === undefined)
}
export const oneBasis = { path: ['conditions'], message: 'send either conditions or recipe' }
