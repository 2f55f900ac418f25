import { expect, test } from 'vitest'
import { findPlaceholder } from './placeholder.ts'

test.each([
  ['Pay [amount] on delivery', '[amount]'],
  ['Due [insert date here]', '[insert date here]'],
  ['Signed [XX]', '[XX]'],
  ['by [TBD]', '[TBD]'],
  ['Dear {{first}}', '{{first}}'],
  ['for <Price> dollars', '<Price>'],
  ['pay $X now', '$X'],
  ['pay $__ now', '$__'],
  ['by ____ at noon', '____'],
  ['Total__', '__'],
  ['__/__/2026', '__'],
  ['deadline tbd', 'tbd'],
  ['deadline: TBC.', 'TBC'],
  ['venue TBA', 'TBA'],
  ['TBD or [amount]', 'TBD'],
])('%s is still to be filled in', (text, blank) => {
  const span = findPlaceholder(text)
  expect(span?.text).toBe(blank)
  expect(text.slice(span?.start, span?.end)).toBe(blank)
})

test.each([
  'as shown in [1] and [12]',
  "$['name'] exists",
  '$.rows[?@.date].amount equals 3',
  '$..[*].number exists',
  'every row has first__name and last___name',
  'costs $10 or $xyz',
  'a < b and c > d',
  'see [the annex]',
  'the tbdata column',
  'an empty [] list',
])('%s is complete', (text) => {
  expect(findPlaceholder(text)).toBeNull()
})
