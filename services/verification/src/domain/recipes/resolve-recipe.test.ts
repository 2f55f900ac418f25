import { DeterministicCheck } from '@outturn/checkers'
import { type Recipe, Recipe as RecipeSchema } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { describe, expect, test } from 'vitest'
import { builtInRecipes } from './built-in-recipes.ts'
import { hashedRecipe } from './recipe-hash.ts'
import { resolveRecipe } from './resolve-recipe.ts'

const params: Record<string, Record<string, unknown>> = {
  'lead-list@1': { rows: 50 },
  'url-list@1': { rows: 3, field: 'link' },
  'dataset-delivery@1': {
    rows: 10,
    required_fields: ['sku', 'price'],
    key_fields: ['sku'],
    deadline: '2026-02-06T17:00:00Z',
  },
  'document-delivery@1': { phrases: ['signed'], deadline: '2026-02-06T18:00:00+01:00' },
  'file-hash-delivery@1': { sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
}

function builtIn(id: string): Recipe {
  const recipe = builtInRecipes.find((candidate) => candidate.id === id)
  if (recipe === undefined) throw new Error(`there is no ${id}`)
  return recipe
}

const refusalOfResolving = (recipe: Recipe, given: Record<string, unknown>, recipe_hash?: string) =>
  refusalOf(() =>
    resolveRecipe(recipe, { id: recipe.id, params: given, ...(recipe_hash && { recipe_hash }) }),
  )

// Who pinned a hash has agreed to what it stood for: a change here is a new version of the recipe, not a new hash.
test('the hashes of the built-in recipes are what was published', () => {
  expect(
    Object.fromEntries(builtInRecipes.map(({ id, recipe_hash }) => [id, recipe_hash])),
  ).toMatchInlineSnapshot(`
    {
      "dataset-delivery@1": "sha256:cb90fdb6263eabb8467cb75b6ac72674986ed2b24e9b92afb355c7c71b128d6d",
      "document-delivery@1": "sha256:6565425aba4454f7a5395b76bab2104ed32af11ac5c7696df7ade0573b334579",
      "file-hash-delivery@1": "sha256:90d2a0cd02119f32e5c6cd699e16dec93525ab1bf3eeba2ab6cd85f12fbfcf63",
      "lead-list@1": "sha256:6bd38bc4981943eb20943fd58f2cdf098f05d32df39bdfe9e113a54ee6e89619",
      "url-list@1": "sha256:6ade0fa5a8aa028c07aa48210c2aa7dd642314c9efcc251309046724a95fb309",
    }
  `)
})

test.each(builtInRecipes.map((recipe) => [recipe.id, recipe] as const))(
  '%s is a valid entry and resolves to checks that would be accepted from a caller',
  (id, recipe) => {
    expect(RecipeSchema.parse(recipe)).toEqual(recipe)
    const conditions = resolveRecipe(recipe, { id, params: params[id] ?? {} })
    expect(conditions).toHaveLength(recipe.conditions.length)
    for (const { deterministic_check } of conditions) DeterministicCheck.parse(deterministic_check)
    expect(JSON.stringify(conditions)).not.toContain('$param')
  },
)

test('parameters replace their places and defaults stand for those left out', () => {
  expect(
    resolveRecipe(builtIn('url-list@1'), { id: 'url-list@1', params: { rows: 3, field: 'link' } }),
  ).toEqual([
    {
      description: 'The delivery has exactly the agreed number of rows.',
      required: true,
      deterministic_check: { checker: 'row_count', expected: 3 },
    },
    {
      description: 'Every row has a well-formed URL on a public host.',
      required: true,
      deterministic_check: { checker: 'url_format', field: 'link', schemes: ['https', 'http'] },
    },
    {
      description: 'No URL is listed twice.',
      required: true,
      deterministic_check: { checker: 'duplicate_rate', key_fields: ['link'] },
    },
  ])
})

describe('refuses', () => {
  test('an unknown parameter, naming those there are', () => {
    const refusal = refusalOfResolving(builtIn('lead-list@1'), { rows: 1, row: 2 })
    expect([refusal.code, refusal.status, refusal.options.field]).toEqual([
      'validation_failed',
      422,
      'recipe.params.row',
    ])
    expect(refusal.options.remediation).toContain('rows, required_fields, key_fields')
  })

  test.each([
    ['lead-list@1', {}, 'rows'],
    ['lead-list@1', { rows: '50' }, 'rows'],
    ['lead-list@1', { rows: -1 }, 'rows'],
    ['lead-list@1', { rows: null }, 'rows'],
    ['lead-list@1', { rows: 1.5 }, 'rows'],
    ['lead-list@1', { rows: 1, key_fields: [] }, 'key_fields'],
    ['lead-list@1', { rows: 1, key_fields: 'email' }, 'key_fields'],
    ['lead-list@1', { rows: 1, key_fields: ['email', 'email'] }, 'key_fields'],
    ['lead-list@1', { rows: 1, key_fields: Array.from({ length: 11 }, (_, i) => `f${i}`) }, 'key_fields'],
    ['url-list@1', { rows: 1, schemes: ['HTTPS'] }, 'schemes'],
    ['url-list@1', { rows: 1, field: 'x'.repeat(257) }, 'field'],
    [
      'dataset-delivery@1',
      { ...params['dataset-delivery@1'], max_duplicate_rate_bp: 10_001 },
      'max_duplicate_rate_bp',
    ],
    ['dataset-delivery@1', { ...params['dataset-delivery@1'], deadline: '2026-02-06' }, 'deadline'],
    [
      'dataset-delivery@1',
      { ...params['dataset-delivery@1'], deadline: '2026-02-06T17:00:00.1234567891Z' },
      'deadline',
    ],
    ['dataset-delivery@1', { ...params['dataset-delivery@1'], deadline: '2026-02-30T17:00:00Z' }, 'deadline'],
    ['document-delivery@1', { ...params['document-delivery@1'], phrases: [' '] }, 'phrases'],
    ['file-hash-delivery@1', { sha256: 'abc' }, 'sha256'],
  ])('%s with %j at recipe.params.%s', (id, given, name) => {
    const refusal = refusalOfResolving(builtIn(id), given)
    expect([refusal.code, refusal.status, refusal.options.field]).toEqual([
      'validation_failed',
      422,
      `recipe.params.${name}`,
    ])
  })

  test('a member that every object inherits is a parameter like any other', () => {
    expect(refusalOfResolving(builtIn('lead-list@1'), { toString: 1, rows: 1 }).options.field).toBe(
      'recipe.params.toString',
    )
  })

  test('another hash than the pinned one, before anything else is looked at', () => {
    const other = `sha256:${'0'.repeat(64)}`
    expect(refusalOfResolving(builtIn('lead-list@1'), { unknown: 1 }, other).code).toBe(
      'recipe_hash_mismatch',
    )
    const { recipe_hash } = builtIn('lead-list@1')
    const pinned = { id: 'lead-list@1', recipe_hash, params: { rows: 1 } }
    expect(resolveRecipe(builtIn('lead-list@1'), pinned)).toHaveLength(3)
  })
})

test('what looks like a parameter in a recipe without any is a value', () => {
  const check = { checker: 'json_path', path: '$.a', operator: 'equals', value: { $param: 'rows' } }
  const recipe = hashedRecipe({
    id: 'policy-000000000000000000000000@1',
    title: 'A policy',
    description: 'One condition.',
    conditions: [
      { description: 'a', required: true, verification_method: 'deterministic', deterministic_check: check },
    ],
    params: [],
  })
  expect(resolveRecipe(recipe, { id: recipe.id })).toEqual([
    { description: 'a', required: true, deterministic_check: check },
  ])
  expect(refusalOfResolving(recipe, { rows: 1 }).options.remediation).toBe('Its parameters are none.')
})

test.each(['2026-06-30t23:59:60z', '2026-02-06T17:00:00.123456789+01:00'])(
  'a time of RFC 3339 is a parameter as it is written: %s',
  (deadline) => {
    const recipe = builtIn('dataset-delivery@1')
    const resolved = resolveRecipe(recipe, {
      id: recipe.id,
      params: { ...params['dataset-delivery@1'], deadline },
    })
    expect(resolved.map(({ deterministic_check: check }) => check)).toContainEqual({
      checker: 'deadline_met',
      deadline,
    })
  },
)
