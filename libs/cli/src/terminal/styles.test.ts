import { expect, test } from 'vitest'
import { shown } from './shown.ts'
import { hasColours } from './styles.ts'

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ TERM: 'dumb' }, true, false],
])('%j on a terminal (%j) has colours: %j', (env, isTerminal, expected) => {
  expect(hasColours(env, isTerminal)).toBe(expected)
})

test('what others wrote cannot move the cursor or turn the line around', () => {
  expect(shown('a\u001b[2Jb\nc\u202ed')).toBe('a\\u{1b}[2Jb\\u{a}c\\u{202e}d')
})
