import { readFileSync } from 'node:fs'
import { describeCheck } from '@outturn/checkers'
import { describe, expect, test } from 'vitest'
import { readPolicy } from '../read-policy.ts'
import { readText } from '../read-text.ts'
import { circumstancesOf, isCompiled } from '../testing/compare-reading.ts'

/** Blocks of a line of fields and lines `TEXT => READING`: the checks in their own sentences, or `?` for a text that binds nothing. */
const blocks = readFileSync(new URL('readings.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .filter((block) => block.trim() !== '')
  .map((block) => {
    const [head = '', ...lines] = block.trim().split('\n')
    return { fields: head.replace('fields: ', '').split(', '), lines }
  })

type Bound = Pick<ReturnType<typeof readText>['checks'][number], 'check' | 'required'>

function shown(checks: readonly Bound[]): string {
  return checks
    .map(({ check, required }) => `${required ? '' : 'wished: '}${describeCheck(check)}`)
    .join(' & ')
}

function atOneCall(text: string, fields: readonly string[]): string {
  const outcome = readText(text, circumstancesOf(fields))
  return isCompiled(outcome) ? shown(outcome.checks) : '?'
}

function atCompiler(text: string, fields: readonly string[]): string {
  const known = fields.map((name) => ({ name }))
  const { parts } = readPolicy(text, { unitization: null, isSoftware: false, fields: known })
  const checks = parts.filter((part) => part.kind === 'condition')
  const isOpen = parts.some(({ kind }) => kind === 'ambiguity' || kind === 'unsupported')
  return isOpen || checks.length === 0 ? '?' : shown(checks)
}

describe('what sentences come to, at both doors', () => {
  test.each(blocks)('with the fields $fields', ({ fields, lines }) => {
    const read = lines.map((line) => {
      const [text = ''] = line.split(' => ')
      const [one, compiler] = [atOneCall(text, fields), atCompiler(text, fields)]
      return one === compiler ? `${text} => ${one}` : `${text} => ${one}, and ${compiler} at the compiler`
    })
    expect(read).toEqual(lines)
  })
})
