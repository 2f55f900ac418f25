import { readFileSync } from 'node:fs'
import { describeCheck } from '@outturn/checkers'
import { expect, test } from 'vitest'
import type { PolicyPart } from './policy-part.ts'
import { readPolicy } from './read-policy.ts'
import { readText } from './read-text.ts'

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
  const { parts } = readPolicy(source, {
    unitization: null,
    isSoftware: false,
    fields: fields.map((name) => ({ name })),
  })
  expect(parts.map(kindOf).join(', ')).toBe(becomes)
})

function kindOf(part: PolicyPart): string {
  if (part.kind === 'ambiguity') return 'question'
  return part.kind === 'condition' ? part.check.checker : part.kind
}

const wordings = readFileSync(new URL('../../../docs/guide/wordings.md', import.meta.url), 'utf8')

/** Cells of the tables of a section, each as the texts in its code spans, or as it stands. */
function linesOf(section: string): (readonly (readonly string[])[])[] {
  const [, text = ''] = new RegExp(`^## ${section}\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(wordings) ?? []
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(1, -1).split(' | ').map(codesIn))
}

function codesIn(cell: string): readonly string[] {
  const codes = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return codes.length > 0 ? codes : [cell.trim()]
}

const [, names = ''] = /have the fields ([^.]*),? and the request/s.exec(wordings) ?? []
const fields = codesIn(names).map((name) => ({ name }))
const readWording = (text: string, isSuggestion: boolean) =>
  readText(text, { fields, fieldsFrom: 'request', isSuggestion, isSoftware: false })
const doors = [false, true]

test('the page of wordings has its fields and its tables', () => {
  expect(fields.length).toBe(19)
  expect(['Checks', 'Questions', 'What no checker decides'].map((name) => linesOf(name).length >= 4)).toEqual(
    [true, true, true],
  )
})

test.each(linesOf('Checks'))('%s is read as %s', ([text = ''], reading = [], [judges = ''] = []) => {
  for (const door of doors) {
    const { checks, questions, undecided } = readWording(text, door)
    expect([questions, undecided]).toEqual([[], []])
    expect(checks.map(({ check }) => describeCheck(check))).toEqual(reading)
    const words = checks.map(
      ({ applies, required }) =>
        (applies === 'unit' ? 'each row' : 'the whole') + (required ? '' : ', optional'),
    )
    expect([...new Set(words)].join('; ')).toBe(judges)
    for (const { check } of checks) {
      expect(readWording(describeCheck(check), door).checks.map((again) => again.check)).toEqual([check])
    }
  }
})

test.each(linesOf('Questions'))('%s is asked about as %s', ([text = ''], [reason], [words], rewrite = []) => {
  for (const door of doors) {
    const [question] = readWording(text, door).questions
    expect([question?.reason, question?.text, [question?.rewrites[0]].flat()]).toEqual([
      reason,
      words,
      rewrite,
    ])
  }
})

test.each(linesOf('What no checker decides'))(
  '%s is decided by no checker: %s',
  ([text = ''], [code], [method]) => {
    for (const door of doors) {
      expect(readWording(text, door).undecided).toMatchObject([{ code, method }])
    }
  },
)
