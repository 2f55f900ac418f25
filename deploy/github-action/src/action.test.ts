import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGithubAction } from '@outturn/packages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// The built action runs as a runner runs it: inputs in INPUT_ variables, outputs and summary in files, commands on stdout.

const golden = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test/vectors/receipt/golden.json'), 'utf8'),
) as { receipt: { id: string; nonce: string }; keys: object; revoked: object }
const { receipt, keys } = golden
const policy = { minimum_status: 'partial', min_earned: '1.00', environment: 'demo' }

const root = mkdtempSync(join(tmpdir(), 'outturn-action-'))
let status: object | null = null
const server = createServer((request, response) => {
  const body = request.url === '/.well-known/outturn-keys.json' ? keys : status
  if (body === null) response.writeHead(503).end()
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
})
let program = ''
let service = ''
let action: { inputs: string[]; main: string }

beforeAll(async () => {
  const folder = await buildGithubAction({ folder: join(root, 'action') })
  const text = readFileSync(join(folder, 'action.yml'), 'utf8')
  const [, main = ''] = /^ {2}main: (.+)$/m.exec(text) ?? []
  const [, inputs = ''] = /^inputs:\n([\s\S]*?)^outputs:/m.exec(text) ?? []
  action = { main, inputs: [...inputs.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name) }
  program = join(folder, main)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
})

let workspace = ''
beforeEach(() => {
  status = null
  workspace = mkdtempSync(join(root, 'workspace-'))
  mkdirSync(join(workspace, 'receipts'))
  put('receipts/good.json', receipt)
  put('keys.json', keys)
  put('policy.json', policy)
})

function put(name: string, content: unknown): void {
  writeFileSync(join(workspace, name), typeof content === 'string' ? content : JSON.stringify(content))
}

interface Job {
  readonly code: number
  readonly log: string
  readonly outputs: Readonly<Record<string, string>>
  readonly summary: string
}

function run(inputs: Record<string, string>): Promise<Job> {
  const files = {
    GITHUB_OUTPUT: join(workspace, '.output'),
    GITHUB_STEP_SUMMARY: join(workspace, '.summary'),
  }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const env = Object.fromEntries(
    action.inputs.map((name) => [`INPUT_${name.toUpperCase()}`, inputs[name] ?? '']),
  )
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program],
      { cwd: workspace, env: { ...env, ...files, RUNNER_TEMP: root } },
      (error, stdout, stderr) => {
        expect(stderr).toBe('')
        resolve({
          code: error === null ? 0 : Number(error.code),
          log: stdout,
          outputs: outputsIn(readFileSync(files.GITHUB_OUTPUT, 'utf8')),
          summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
        })
      },
    )
  })
}

/** The outputs as a runner reads them. */
function outputsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [
      name,
      value,
    ]),
  )
}

const offline = { receipts: 'receipts/*.json', policy: 'policy.json', keys: 'keys.json' }

test('the action names its program and has a description for every input', () => {
  expect(action).toEqual({
    main: 'require-outcome.mjs',
    inputs: ['receipts', 'policy', 'keys', 'service', 'root-key', 'environment', 'check-status'],
  })
})

test('a job whose receipt meets the policy passes, with what was earned', async () => {
  const { code, log, outputs, summary } = await run(offline)
  expect([code, log]).toEqual([
    0,
    '::notice file=receipts/good.json,title=Outcome met::partial, earned 1.00 USD\n',
  ])
  expect(outputs).toMatchObject({ result: 'met', earned: '1.00', asset: 'USD' })
  expect(JSON.parse(outputs['outcomes'] ?? '')).toEqual([
    {
      file: 'receipts/good.json',
      ok: true,
      reasons: [],
      receipt_id: receipt.id,
      result: 'partial',
      earned: '1.00',
      asset: 'USD',
    },
  ])
  expect(summary).toContain('1 of 1 meet the policy, earned 1.00 USD.')
})

test('one receipt that is altered fails the job, and its file is marked with the reasons', async () => {
  put('receipts/altered.json', { ...receipt, nonce: `${receipt.nonce.slice(0, -1)}f` })
  const { code, log, outputs, summary } = await run(offline)
  expect([code, outputs['result'], outputs['earned']]).toEqual([1, 'not_met', '1.00'])
  expect(log).toMatch(
    /^::error file=receipts\/altered\.json,title=Outcome not met%3A receipt_id_mismatch%2C invalid_signature::/m,
  )
  expect(log).toContain('::notice file=receipts/good.json')
  expect(summary).toContain('1 of 2 meet the policy')
})

test('a receipt that shows too little fails the job', async () => {
  const { code, log } = await run({ ...offline, policy: JSON.stringify({ ...policy, min_earned: '1.01' }) })
  expect(code).toBe(1)
  expect(log).toContain('title=Outcome not met%3A min_earned_not_met::Earned 1.00 USD, less than 1.01.')
})

test('a demonstration is no outcome unless the policy asks for one', async () => {
  const { code, log } = await run({ receipts: offline.receipts, keys: offline.keys })
  expect(code).toBe(1)
  expect(log).toContain('environment_mismatch')
})

test('a receipt in two files is counted once', async () => {
  put('receipts/copy.json', receipt)
  expect((await run(offline)).outputs).toMatchObject({ result: 'met', earned: '1.00' })
})

test.each<[string, Record<string, string>, string]>([
  ['no file', { receipts: 'receipt/*.json' }, 'No file matches receipt/*.json.'],
  [
    'one of two patterns without a file',
    { receipts: 'receipts/*.json\nmissing.json' },
    'No file matches missing.json.',
  ],
  ['no pattern', { receipts: ' ' }, 'Set `receipts`'],
  ['no keys', { keys: '' }, 'Set `keys` to a file'],
  ['keys that are missing', { keys: 'absent.json' }, 'Cannot read absent.json'],
  ['a policy with an unknown member', { policy: '{"min_earnt":"1"}' }, 'min_earnt'],
  ['a policy that is missing', { policy: 'absent.json' }, 'Cannot read absent.json'],
  ['an unknown environment', { environment: 'staging' }, 'There is no environment staging'],
  ['a status of no service', { 'check-status': 'true' }, 'so set `service`'],
  ['a switch that is neither', { 'check-status': 'yes' }, 'is true or false, not yes'],
  ['keys and a service', { service: 'https://outturn.example' }, 'Set either `keys` or `service`'],
])('%s fails the job and says what to set', async (_, change, problem) => {
  const { code, log, outputs } = await run({ ...offline, ...change })
  expect([code, outputs['result']]).toEqual([1, 'not_met'])
  expect(log).toMatch(/^::error title=Receipts were not checked::.+\n$/)
  expect(log).toContain(problem)
})

test('a file that is no JSON fails the job as one of several', async () => {
  put('receipts/broken.json', '{"id":"a","id":"b"}')
  const { code, log } = await run(offline)
  expect(code).toBe(1)
  expect(log).toContain('::error file=receipts/broken.json,title=Outcome not met%3A unreadable::')
  expect(log).toContain('::notice file=receipts/good.json')
})

test('what a stranger writes into a receipt or its name is no command of the runner and no markup of the page', async () => {
  const hostile = 'x|y\n::add-mask::met\n[a](evil.example)<img src=x> www.evil.example'
  put('receipts/environment.json', { ...receipt, environment: hostile })
  put(`receipts/${hostile}.json`, { ...receipt, nonce: hostile })
  const { code, log, summary, outputs } = await run(offline)
  expect([code, outputs['result']]).toEqual([1, 'not_met'])
  expect(
    log
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['::error', '::notice', '::error'])
  expect(summary).not.toMatch(/<img|\]\(|\n::|www\./)
  expect(
    summary
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').length),
  ).toEqual([7, 7, 7, 7, 7])
})

test('keys can come from the service, and the present status decides where it is asked for', async () => {
  const online = { receipts: offline.receipts, policy: 'policy.json', service }
  expect((await run(online)).code).toBe(0)
  const asked = { ...online, 'check-status': 'true' }
  status = golden.revoked
  const revoked = await run(asked)
  expect([revoked.code, revoked.outputs['result']]).toEqual([1, 'not_met'])
  expect(revoked.log).toContain('revoked')
  status = null
  const unavailable = await run(asked)
  expect(unavailable.code).toBe(1)
  expect(unavailable.log).toContain('status_required')
  status = { ...golden.revoked, status: 'active', status_proof: null }
  expect((await run(asked)).code).toBe(1)
})

test('a service that is not reached by https is not trusted', async () => {
  const { code, log } = await run({ receipts: offline.receipts, service: 'http://outturn.example' })
  expect(code).toBe(1)
  expect(log).toContain('must be an https address')
})
