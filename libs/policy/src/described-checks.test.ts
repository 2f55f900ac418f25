import { type DeterministicCheck, describeCheck } from '@outturn/checkers'
import { describedChecks } from '@outturn/checkers/testing/described-checks'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readText } from './read-text.ts'
import { circumstancesOf } from './testing/compare-reading.ts'

function readBack(sentence: string): readonly DeterministicCheck[] {
  const { checks, questions, undecided } = readText(sentence, circumstancesOf([]))
  return questions.length > 0 || undecided.length > 0 ? [] : checks.map(({ check }) => check)
}

describe('the sentence of a check is read as that check', () => {
  test.each(describedChecks)('%s', (sentence, check) => {
    expect(readBack(sentence)).toEqual([check])
  })
})

/** Names that are words of the language, hold more than a word, or stand inside another member. */
const names = [
  'least',
  'is',
  'every row',
  'unit price',
  'Straße',
  'a,b',
  'x and y',
  'a "b"',
  'rows',
  '95%',
  '2026-01-01',
]

/** The check with each field of one name under another. */
function withField(check: DeterministicCheck, name: string): DeterministicCheck {
  const { path } = check as { path?: string }
  const [, known = ''] = /^\$(?:\[\*\])?\['([^']+)'\]$/.exec(path ?? '') ?? []
  const renamed = (text: string) => text.replace(`['${known}']`, () => `['${name}']`)
  switch (check.checker) {
    case 'json_path':
      return { ...check, path: renamed(check.path) }
    case 'completeness':
      return {
        ...check,
        required_fields: check.required_fields.map((field, index) => (index === 0 ? name : field)),
      }
    case 'duplicate_rate':
      return { ...check, key_fields: check.key_fields.map((field, index) => (index === 0 ? name : field)) }
    default:
      return 'field' in check && check.field !== undefined ? { ...check, field: name } : check
  }
}

test.each(names)('whatever a field is called: %s', (name) => {
  const unread = describedChecks
    .map(([, check]) => withField(check, name))
    .filter((check) => !isDeepStrictEqual(readBack(describeCheck(check)), [check]))
  expect(unread.map(describeCheck)).toEqual([])
})
