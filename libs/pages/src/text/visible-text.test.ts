import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['An\u200Ba', 'An\\u{200b}a'],
  ['An\u200Da', 'An\\u{200d}a'],
  ['a\u00ADb\u2060c\uFEFF', 'a\\u{ad}b\\u{2060}c\\u{feff}'],
  ['\u3164\u115F\u{E0041}', '\\u{3164}\\u{115f}\\u{e0041}'],
  ['Ana\uFE0F', 'Ana\\u{fe0f}'],
  ['a\u2028b\u202Ec\u001Bd', 'a\\u{2028}b\\u{202e}c\\u{1b}d'],
])('a character that takes no room is shown by its code: %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test.each([
  'two\r\nlines\tand a tab'.replace('\r', ''),
  'می\u200Cخواهم',
  'क्\u200Dष',
  '👩\u200D💻 ❤\uFE0F 1\uFE0F⃣',
  'Ångström, Zoë, 株式会社',
])('what spelling needs stays: %s', (text) => {
  expect(visibleText(text)).toBe(text)
})
