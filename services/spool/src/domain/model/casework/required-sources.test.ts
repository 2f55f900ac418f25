import { expect, test } from 'vitest'
import { assertOwnLabel } from './required-sources.ts'

const id = `src_${'0a'.repeat(12)}`

test.each([id, ` ${id}`, `${id} `, id.toUpperCase(), `ｓ${id.slice(1)}`])(
  'the label %j of evidence is refused: it is, or looks like, the ID of a source',
  (label) => {
    expect(() => assertOwnLabel(label, 'source')).toThrow('A label of evidence cannot be the ID of a source.')
  },
)

test.each(['crm export', 'src_x', `${id}0`])('the label %j of evidence is taken', (label) => {
  expect(() => assertOwnLabel(label, 'source')).not.toThrow()
})
