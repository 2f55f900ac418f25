import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem } from './api.ts'
import { cardBuyer } from './card-buyer.ts'

const system = readSystem(inject('system'))
const repository = join(import.meta.dirname, '../..')
const twoParties = 'docs/tutorial/two-parties.sh'
const settlementHome = mkdtempSync(join(tmpdir(), 'outturn-tutorial-'))
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
  const { url: processor_url, secretKey: processor_key } = inject('processor')
  const settlement = { rpc_url: inject('walletChain'), processor_url, processor_key }
  writeFileSync(join(settlementHome, 'local.json'), JSON.stringify({ settlement }))
})
afterAll(async () => {
  await operator.close()
  rmSync(settlementHome, { recursive: true })
})

function run(script: string, key: string) {
  const { PATH = '', HOME = '' } = process.env
  const where = { OUTTURN_URL: system.base_url, OUTTURN_HOME: settlementHome }
  return runCommand('bash', [join(repository, script)], { PATH, HOME, ...where, OUTTURN_KEY: key })
}

/** What is the same in every run: ids and the address are not. */
function shapeOf(text: string): string {
  return text.replaceAll(/_[0-9a-f]{24}/g, '_…').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://…')
}

test.each([
  ['the story of two parties is told from the proposal to the replay, as the README shows it', twoParties],
  [
    'the story of a settlement is told until the seller holds what was earned, as the README shows it',
    'docs/tutorial/settle.sh',
  ],
  [
    'the story of a grant is told until the seller holds what was earned, as the README shows it',
    'docs/tutorial/settle-with-a-grant.sh',
  ],
  [
    'the story of a card is told until the account of the seller holds what was earned, as the README shows it',
    'docs/tutorial/settle-by-card.sh',
  ],
])('%s', async (_, script) => {
  const isByCard = script.endsWith('by-card.sh')
  const { apiKey } = await operator.openAccount(
    isByCard ? { included: 100, commandId: cardBuyer } : { included: 2 },
  )
  const { code, output, errors } = await run(script, apiKey)
  expect([code, errors]).toEqual([0, ''])
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  const [, section = ''] = readme.split(`bash ${script}\n`)
  const [, shown = ''] = section.split('```\n')
  expect(shapeOf(output)).toBe(shapeOf(shown))
})

test('a refusal ends it and is shown', async () => {
  const { code, output, errors } = await run(twoParties, 'nonsense')
  expect(code).toBe(1)
  expect(output).toMatch(/^1\..*\n$/)
  expect(errors).toContain('"code":"unauthenticated"')
})
