import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOutturn } from '@outturn/cli'
import type { ConfirmedPolicy } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { readSystem } from './api.ts'

const system = readSystem(inject('system'))
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-policy-'))
  const operator = await connectOperator(system)
  const { apiKey } = await operator.openAccount({ included: 20 })
  await operator.close()
  env = { OUTTURN_URL: system.base_url, OUTTURN_KEY: apiKey }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Compiles a text, with the lines of a person at a terminal where some are given. */
async function compile(text: string, { options = [], lines }: { options?: string[]; lines?: string[] } = {}) {
  const file = join(folder, 'text.txt')
  writeFileSync(file, text)
  const [printed, messages]: [string[], string[]] = [[], []]
  const output = {
    print: (line: string) => void printed.push(line),
    complain: (line: string) => void messages.push(line),
  }
  const typed = lines === undefined ? null : [...lines]
  const ask = typed === null ? null : () => Promise.resolve(typed.shift() ?? null)
  const status = await runOutturn(['policy', 'compile', file, ...options], output, { env, ask })
  return { status, printed: printed.join('\n'), messages: messages.join('\n'), left: typed }
}

test('an exact text becomes the conditions of a Spool, with or without a terminal', async () => {
  const { status, printed, messages } = await compile('Exactly 2 rows. Every row has an email.', {
    options: ['--fields', 'email, name'],
  })
  expect([status, messages]).toEqual([0, expect.stringContaining('for the whole delivery')])
  const { conditions } = JSON.parse(printed) as ConfirmedPolicy
  expect(conditions.map(({ deterministic_check: check }) => check?.checker)).toEqual([
    'row_count',
    'completeness',
  ])
})

test('without a terminal the questions are printed and nothing is confirmed', async () => {
  const { status, printed, messages } = await compile('Every row has a phone.', {
    options: ['--fields', 'email,mobile'],
  })
  expect([status, printed]).toEqual([1, ''])
  expect(messages).toMatch(/phone/)
  expect(messages).toMatch(/ {2}1\. .*email|mobile/)
  expect(messages).toContain('One question is open.')
})

test('on a terminal a question is asked until its answer is exact, and the policy is written to a file', async () => {
  const file = join(folder, 'policy.json')
  const { status, printed, left } = await compile('Exactly 2 rows. Zzyzx wibble.', {
    options: ['--output', file],
    lines: ['', 'nothing exact', 'every row has "email"', 'not reached'],
  })
  expect([status, printed, left]).toEqual([0, '', ['not reached']])
  const { conditions } = JSON.parse(readFileSync(file, 'utf8')) as ConfirmedPolicy
  expect(conditions.map(({ deterministic_check: check }) => check?.checker)).toEqual([
    'row_count',
    'completeness',
  ])
})

test('the end of the input leaves the question open', async () => {
  expect((await compile('Zzyzx wibble.', { lines: [] })).status).toBe(1)
})

test.each([
  ['both kinds of fields', ['--fields', 'a', '--fields-file', 'fields.json'], 'not with both'],
  ['a time that is none', ['--as-of', 'tomorrow'], 'as_of'],
])('%s cannot be used', async (_, options, message) => {
  const { status, messages } = await compile('Exactly 2 rows.', { options })
  expect([status, messages]).toEqual([2, expect.stringContaining(message)])
})
