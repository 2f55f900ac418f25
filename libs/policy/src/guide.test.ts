import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PolicyPart } from './policy-part.ts'
import { readPolicy } from './read-policy.ts'

const guide = readFileSync(new URL('../../../docs/guide/policies.md', import.meta.url), 'utf8')
/** Every line of the guide that shows a text and what it becomes. */
const examples = guide
  .split('\n')
  .filter((line) => line.includes(' → '))
  .map((line) => line.split(' → ').map((side) => side.trim()))

test('the guide has examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(40)
})

test.each(examples)('of the guide: %s becomes %s', (text = '', becomes = '') => {
  const fields = text.includes('phone') ? ['email', 'name'] : ['email', 'name', 'website']
  const source = text.replaceAll(String.raw`\n`, '\n')
  const { parts } = readPolicy(source, { unitization: null, isSoftware: false, fields })
  expect(parts.map(kindOf).join(', ')).toBe(becomes)
})

function kindOf(part: PolicyPart): string {
  if (part.kind === 'ambiguity') return 'question'
  return part.kind === 'condition' ? part.check.checker : part.kind
}
