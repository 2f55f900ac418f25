import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createKey } from '@outturn/contracts'
import { freePort } from '@outturn/local-servers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem } from './api.ts'
import { cardBuyer } from './card-buyer.ts'

const system = readSystem(inject('system'))
const repository = join(import.meta.dirname, '../..')
const twoParties = 'docs/tutorial/two-parties.sh'
const settlementHome = mkdtempSync(join(tmpdir(), 'outturn-tutorial-'))
const homes = [settlementHome]
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
  const { url: processor_url, secretKey: processor_key } = inject('processor')
  const settlement = { rpc_url: inject('walletChain'), processor_url, processor_key }
  writeFileSync(join(settlementHome, 'local.json'), JSON.stringify({ settlement }))
})
afterAll(async () => {
  await operator.close()
  for (const home of homes) rmSync(home, { recursive: true })
})

/** Runs a tutorial with these variables and no other of the caller. */
function runWith(variables: Record<string, string>, script = twoParties) {
  const { PATH = '', HOME = '' } = process.env
  return runCommand('bash', [join(repository, script)], { PATH, HOME, ...variables })
}

/** The folder of a local system that has this address and key in its file. */
function homeOf(base_url: string, api_key: string): string {
  const home = mkdtempSync(join(tmpdir(), 'outturn-tutorial-'))
  homes.push(home)
  writeFileSync(join(home, 'local.json'), JSON.stringify({ base_url, api_key }))
  return home
}

/** What is the same in every run: ids and the address are not. */
function shapeOf(text: string): string {
  return text.replaceAll(/_[0-9a-f]{24}/g, '_…').replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://…')
}

test.each([
  ['the story of two parties is told from the proposal to the replay, as the page shows it', twoParties],
  [
    'the story of a settlement is told until the seller holds what was earned, as the page shows it',
    'docs/tutorial/settle.sh',
  ],
  [
    'the story of a grant is told until the seller holds what was earned, as the page shows it',
    'docs/tutorial/settle-with-a-grant.sh',
  ],
  [
    'the story of a card is told until the account of the seller holds what was earned, as the page shows it',
    'docs/tutorial/settle-by-card.sh',
  ],
])('%s', async (_, script) => {
  const isByCard = script.endsWith('by-card.sh')
  const { apiKey } = await operator.openAccount(
    isByCard ? { included: 100, commandId: cardBuyer } : { included: 2 },
  )
  const isLocal = script === twoParties
  const { code, output, errors } = await runWith(
    isLocal
      ? { OUTTURN_HOME: homeOf(system.base_url, apiKey) }
      : { OUTTURN_URL: system.base_url, OUTTURN_KEY: apiKey, OUTTURN_HOME: settlementHome },
    script,
  )
  // The tutorials send again what a busy service refuses; curl says so of each time.
  const untold = errors.replaceAll(/^curl: \(22\) The requested URL returned error: 503\n/gm, '')
  expect([code, untold]).toEqual([0, ''])
  const page = readFileSync(join(repository, 'docs/tutorial/README.md'), 'utf8')
  const [, section = ''] = page.split(`bash ${script}\n`)
  const [, shown = ''] = section.split('```\n')
  expect(shapeOf(output)).toBe(shapeOf(shown))
})

test('a refusal ends it and is shown', async () => {
  const { accountId } = await operator.openAccount({ included: 2 })
  const { apiKey } = await operator.send(createKey, { accountId, scope: 'verify', label: 'tutorial' })
  const { code, output, errors } = await runWith({ OUTTURN_URL: system.base_url, OUTTURN_KEY: apiKey })
  expect(code).toBe(1)
  expect(output).toMatch(/^1\..*\n$/)
  expect(errors).toContain('"reason":"full_scope_required"')
})

test('it names what is missing, and does nothing', async () => {
  const OUTTURN_URL = system.base_url
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const ended = homeOf(nowhere, 'spk_live_a')
  const missing = await Promise.all([
    runWith({ OUTTURN_HOME: ended }),
    runWith({ OUTTURN_URL: nowhere, OUTTURN_KEY: system.api_key }),
    runWith({ OUTTURN_URL, OUTTURN_HOME: ended }),
    runWith({ OUTTURN_URL, OUTTURN_KEY: 'nonsense' }),
    runWith({ OUTTURN_URL: `${OUTTURN_URL}/elsewhere`, OUTTURN_KEY: system.api_key }),
    runWith(
      { OUTTURN_URL, OUTTURN_KEY: system.api_key, OUTTURN_HOME: ended },
      'docs/tutorial/settle-by-card.sh',
    ),
  ])
  expect(missing.map(({ code, output }) => [code, output])).toEqual(missing.map(() => [2, '']))
  expect(
    missing.map(({ errors }) =>
      errors.replaceAll(nowhere, 'NOWHERE').replaceAll(OUTTURN_URL, 'HERE').replaceAll(ended, 'HOME'),
    ),
  ).toMatchInlineSnapshot(`
      [
        "No service answers at NOWHERE.
      Start it in another terminal with npm start, or set OUTTURN_URL to the address that it prints.
      ",
        "No service answers at NOWHERE.
      Start it in another terminal with npm start, or set OUTTURN_URL to the address that it prints.
      ",
        "There is no key for HERE: OUTTURN_KEY is not set, and HOME/local.json is not about that address.
      Set OUTTURN_KEY to the key that npm start prints. For a system started with --home, set OUTTURN_HOME to that folder.
      ",
        "The service at HERE does not accept the key in OUTTURN_KEY.
      Set OUTTURN_KEY to the key that npm start prints, or unset it to use the key of the running local system.
      ",
        "The service at HERE/elsewhere answers with status 404.
      Check that OUTTURN_URL is the address that npm start prints, and try again.
      ",
        "HOME/local.json names no chain: the system does not settle.
      Stop it and start it again with npm start -- --settlement.
      ",
      ]
    `)
})

test.each(['node', 'npm', 'curl'])('without %s it says how to install it', async (program) => {
  const folder = homeOf('', '')
  const programs = ['bash', 'dirname', 'node', 'npm', 'curl', 'cat'].filter((each) => each !== program)
  for (const path of execFileSync('which', programs, { encoding: 'utf8' }).trim().split('\n'))
    symlinkSync(path, join(folder, basename(path)))
  const { code, errors } = await runWith({ PATH: folder, OUTTURN_URL: system.base_url })
  expect(code).toBe(2)
  expect(errors).toMatch(new RegExp(`^${program}(\\.js)? is not installed\\.\\n.*(install|comes with)`, 'i'))
})
