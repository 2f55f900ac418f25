import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem } from './api.ts'

const system = readSystem(inject('system'))
const repository = join(import.meta.dirname, '../..')
const script = 'docs/tutorial/two-parties.sh'
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

function run(key: string) {
  const path = process.env['PATH'] ?? ''
  const env = { PATH: path, HOME: process.env['HOME'] ?? '', OUTTURN_URL: system.base_url, OUTTURN_KEY: key }
  return runCommand('bash', [join(repository, script)], env)
}

/** What is the same in every run: ids and the address are not. */
function shapeOf(text: string): string {
  return text.replaceAll(/_[0-9a-f]{24}/g, '_…').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://…')
}

test('the story of two parties is told from the proposal to the replay, as the README shows it', async () => {
  const { apiKey } = await operator.openAccount({ included: 2 })
  const { code, output, errors } = await run(apiKey)
  expect([code, errors]).toEqual([0, ''])
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  const [, section = ''] = readme.split(`bash ${script}\n`)
  const [, shown = ''] = section.split('```\n')
  expect(shapeOf(output)).toBe(shapeOf(shown))
})

test('a refusal ends it and is shown', async () => {
  const { code, output, errors } = await run('nonsense')
  expect(code).toBe(1)
  expect(output).toMatch(/^1\..*\n$/)
  expect(errors).toContain('"code":"unauthenticated"')
})
