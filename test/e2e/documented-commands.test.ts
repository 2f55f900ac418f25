import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOutturn } from '@outturn/cli'
import type { OneCallResponse } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../system/command.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, readSystem, sendTo } from './api.ts'
import { documentedCommands, exceptionOf, exceptions } from './documented-commands.ts'

// Every command of README, docs and the READMEs of folders runs as it stands, on one system and in a folder of its page.

const system = readSystem(inject('system'))
const repository = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'outturn-documented-'))
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = documentedCommands(repository)
const pages = [...new Set(commands.map(({ page }) => page))]
let operator: Operator
let account: { accountId: string; apiKey: string }
const sentDelivery = delivery({ unit: { total_units: 3, unit_amount_cents: 250 } })
/** Of the request that the printed curl sends. */
let answer: OneCallResponse

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 100 })
  const body = sentDelivery
  const sent = sendTo(system)<OneCallResponse>('/api/v1/verify', {
    method: 'POST',
    key: account.apiKey,
    body,
  })
  answer = (await sent).json
})
afterAll(async () => {
  await operator.close()
  rmSync(work, { recursive: true })
})

/** `npm run NAME -- WORDS` as the program that it starts, so that files are those of the folder of the page. */
function withoutNpm(text: string): string {
  const [, name = '', words = ''] = /^npm (?:run )?(?:-s )?([\w:]+)(?: -- ?(.*))?$/.exec(text) ?? []
  const [, runner, program] = /^node (deploy\/local\/\w+\.mjs)(?: (\S+))?/.exec(scripts[name] ?? '') ?? []
  if (runner !== undefined && program !== undefined)
    return `'${process.execPath}' ${join(repository, program)} ${words}`
  return text.replace(/^node deploy\/local\/run\.mjs /, `'${process.execPath}' ${repository}/`)
}

/** The command with the address, key and account of the test in the places of those that a reader has. */
function filledIn(text: string): string {
  return withoutNpm(text)
    .replaceAll(/https?:\/\/(?:127\.0\.0\.1:8080|…)/g, system.base_url)
    .replaceAll('spk_live_…', account.apiKey)
    .replaceAll('acc_…', account.accountId)
    .replaceAll('.outturn/', `${work}/home/`)
}

/** What a reader has before the commands of a page: the home of a running system with its sample, a receipt, a passphrase. */
async function prepare(folder: string): Promise<void> {
  mkdirSync(join(work, 'home'), { recursive: true })
  mkdirSync(join(folder, 'secret'), { recursive: true })
  const own = { ...system.operator, signing_keys_dir: join(work, 'signing-keys') }
  writeFileSync(join(work, 'home/local.json'), JSON.stringify({ ...system, operator: own }))
  for (const file of ['secret/passphrase', 'passphrase'])
    writeFileSync(join(folder, file), 'a long passphrase of a test')
  writeFileSync(join(folder, 'receipt.json'), JSON.stringify(answer))
  const sample = join(work, 'home/sample')
  mkdirSync(sample, { recursive: true })
  writeFileSync(join(sample, 'receipt.json'), JSON.stringify(answer.receipt, undefined, 2))
  writeFileSync(join(sample, 'request.json'), JSON.stringify(sentDelivery))
  writeFileSync(join(sample, 'keys.json'), await (await fetch(system.keys_url)).text())
}

async function run(script: string, folder: string) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, OUTTURN_HOME: join(work, 'home') }
  return runCommand('bash', ['-c', `set -euo pipefail; cd '${folder}'; ${script}`], env)
}

test('there are commands, and every exception is still needed', () => {
  expect(commands.length).toBeGreaterThan(30)
  const used = new Set(commands.map(exceptionOf))
  expect(exceptions.filter((exception) => !used.has(exception))).toEqual([])
  const tests = exceptions.flatMap(({ instead }) => (instead === 'help' ? [] : [instead.test]))
  expect(tests.filter((file) => !existsSync(join(repository, file)))).toEqual([])
})

test.each(pages)('the commands of %s run as they stand', async (page) => {
  const folder = join(work, page.replaceAll(/\W/g, '-'))
  await prepare(folder)
  const failures: unknown[] = []
  for (const command of commands.filter((each) => each.page === page && exceptionOf(each) === undefined)) {
    const { code, output, errors } = await run(filledIn(command.text), folder)
    if (code !== (command.isShownToFail ? 1 : 0)) failures.push([command.text, code, `${output}${errors}`])
  }
  expect(failures).toEqual([])
})

const long = commands.filter((each) => exceptionOf(each)?.instead === 'help')
const documentedOptions = (text: string) =>
  [...text.matchAll(/(?<=[\s[])--[a-z][\w-]*/g)].map(([option]) => option)

/** Of `npm run NAME`, or of the subcommand that a synopsis of `outturn` begins with. */
async function helpOf(text: string): Promise<string> {
  if (text.startsWith('outturn ')) {
    const [, words = ''] = /^outturn ([a-z-]+(?: [a-z-]+)*?)(?= [^a-z]|$)/.exec(text) ?? []
    let help = ''
    const print = (line: string) => (help += `${line}\n`)
    expect(await runOutturn([...words.split(' '), '--help'], { print, complain: print }, {})).toBe(0)
    return help
  }
  const [, name = ''] = /^npm (?:run )?([\w:]+)/.exec(text) ?? []
  const program = (scripts[name] ?? '').replaceAll(/(?<= )(?=(?:deploy|test|libs)\/)/g, `${repository}/`)
  const { code, output, errors } = await run(`${program} --help`, work)
  expect([code, errors]).toEqual([0, ''])
  return output
}

const programOf = (text: string) => text.replace(/^(npm (?:run )?[\w:]+).*/, '$1')

test.each([...Map.groupBy(long, ({ text }) => programOf(text))])(
  'the help of %s knows the documented options',
  async (_, documented) => {
    const help = await helpOf(documented[0]?.text ?? '')
    const options = documented.flatMap(({ text }) => documentedOptions(text))
    expect(options.filter((option) => !help.includes(option))).toEqual([])
  },
)
