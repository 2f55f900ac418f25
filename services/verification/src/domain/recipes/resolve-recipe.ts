import { DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import {
  type CommandOutput,
  issueWords,
  type Recipe,
  type RecipeReference,
  Refusal,
  type resolveRecipe as resolveRecipeCommand,
  SentInstant,
  unprocessable,
} from '@outturn/contracts'
import { z } from 'zod'
import { fillIn, paramAt } from './template.ts'

export type ResolvedCondition = CommandOutput<typeof resolveRecipeCommand>['conditions'][number]
type ParamType = Recipe['params'][number]['type']

const paramSchemas = {
  integer: z.int().min(0),
  string: z.string().min(1).max(2_000),
  string_list: z.array(z.string().min(1).max(2_000)).min(1).max(100),
  timestamp: SentInstant,
  sha256: z.string().regex(/^[0-9A-Fa-f]{64}$/),
} as const satisfies Record<ParamType, z.ZodType>

const expectedValues = {
  integer: 'a whole number from 0',
  string: 'a text of 1 to 2000 characters',
  string_list: 'a list of 1 to 100 texts',
  timestamp:
    'a time that exists, with its offset and at most nine decimals of a second, such as 2026-02-06T17:00:00Z',
  sha256: '64 hexadecimal digits',
} as const satisfies Record<ParamType, string>

const ConditionTemplate = z.strictObject({
  description: z.string(),
  required: z.boolean(),
  verification_method: z.literal('deterministic'),
  deterministic_check: z.record(z.string(), z.unknown()),
})

/**
 * The conditions that a recipe stands for with these parameters. Refuses another pinned hash than the recipe's, and
 * names the parameter that is missing, unknown or unusable.
 */
export function resolveRecipe(recipe: Recipe, reference: RecipeReference): ResolvedCondition[] {
  if (reference.recipe_hash !== undefined && reference.recipe_hash !== recipe.recipe_hash) {
    throw new Refusal('recipe_hash_mismatch', `The pinned recipe_hash is not the hash of ${recipe.id}.`, {
      field: 'recipe.recipe_hash',
      remediation: `Read the recipe; if you agree to it, send recipe_hash "${recipe.recipe_hash}".`,
    })
  }
  const values = readParams(recipe, reference.params ?? {})
  return recipe.conditions.map((template) => resolveCondition(ConditionTemplate.parse(template), values))
}

function readParams({ id, params }: Recipe, given: Record<string, unknown>): Map<string, unknown> {
  const unknown = Object.keys(given).find((name) => params.every((param) => param.name !== name))
  if (unknown !== undefined) {
    const names = params.map(({ name }) => name).join(', ')
    throw badParam(unknown, `${id} has no such parameter.`, `Its parameters are ${names || 'none'}.`)
  }
  const values = new Map<string, unknown>()
  for (const { name, type, required, default: fallback, description } of params) {
    const value = Object.hasOwn(given, name) ? given[name] : fallback
    if (value === undefined) {
      if (required) throw badParam(name, `${id} needs this parameter.`, `Send ${expectedValues[type]}.`)
      continue
    }
    if (!paramSchemas[type].safeParse(value).success) {
      throw badParam(name, `It must be ${expectedValues[type]}.`, description)
    }
    values.set(name, value)
  }
  return values
}

function resolveCondition(
  { description, required, deterministic_check: template }: z.infer<typeof ConditionTemplate>,
  values: ReadonlyMap<string, unknown>,
): ResolvedCondition {
  const check = DeterministicCheck.safeParse(fillIn(template, values), { error: issueWords })
  if (!check.success) {
    const [issue] = check.error.issues
    throw badValue(
      template,
      issue?.path ?? [],
      issue === undefined ? 'It is not usable.' : `It ${issue.message}.`,
    )
  }
  const bad = findParameterProblem(check.data)
  if (bad !== null) throw badValue(template, [bad.field.replace(/\[.*$/, '')], `It ${bad.message}.`)
  return { description, required, deterministic_check: check.data }
}

/** A value of the right type that its checker cannot use; a template that is wrong by itself is our defect. */
function badValue(template: unknown, path: readonly PropertyKey[], message: string): Error {
  const name = paramAt(template, path)
  return name === null
    ? new Error(`a recipe is unusable at ${path.join('.')}: ${message}`)
    : badParam(name, message)
}

function badParam(name: string, message: string, remediation?: string): Refusal {
  return unprocessable(`recipe.params.${name}`, message, {
    ...(remediation === undefined ? {} : { remediation }),
  })
}
