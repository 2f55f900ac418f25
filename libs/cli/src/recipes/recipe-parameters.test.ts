import type { Recipe } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { recipeParameters } from './recipe-parameters.ts'

const parameter = (name: string, type: Recipe['params'][number]['type'], required: boolean) => ({
  name,
  type,
  required,
  description: `The ${name}.`,
})
const recipe: Recipe = {
  id: 'lead-list@1',
  title: 'Lead list',
  description: 'Leads.',
  conditions: [],
  params: [
    parameter('rows', 'integer', true),
    parameter('fields', 'string_list', false),
    parameter('field', 'string', false),
  ],
  recipe_hash: `sha256:${'0'.repeat(64)}`,
}

test('values have the types of their parameters', () => {
  expect(recipeParameters(recipe, ['rows=3', 'fields=email, name', 'field=a=b'])).toEqual({
    rows: 3,
    fields: ['email', 'name'],
    field: 'a=b',
  })
  expect(recipeParameters(recipe, ['rows=0', 'fields=["a, b"]'])).toEqual({ rows: 0, fields: ['a, b'] })
})

test.each([
  [[], /lead-list@1 also needs:\n {2}--param rows=NUMBER {2}The rows\./],
  [['rows=3', 'lines=3'], /has no parameter lines.\nIt has: rows, fields, field\./],
  [['rows=3', 'rows=4'], /given twice/],
  [['rows=three'], /not a whole number/],
  [['rows=1.5'], /not a whole number/],
  [['rows'], /write NAME=VALUE/],
  [['rows=3', 'fields=["a'], /not a JSON list/],
])('%j is refused', (given, message) => {
  expect(() => recipeParameters(recipe, given)).toThrow(message)
})
