import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@outturn/local-servers'
import { createClient } from '@outturn/sdk'
import { scalings } from '@outturn/model'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LocalFile } from './home/local-file.ts'
import { sampleLines, sampleRequest, verifySample } from './sample-delivery.ts'

const folder = mkdtempSync(join(tmpdir(), 'outturn-local-system-'))
chmodSync(folder, 0o711)
const home = join(folder, 'home')
const readyFile = join(folder, 'ready.json')
/** A key of the demo that the signing service cannot read. */
const brokenFile = join(home, 'secrets/signing-keys/demo/status.broken.pem')
const port = await freePort()

interface StartedSystem {
  process: ChildProcess
  output: string
  exited: Promise<number | null>
}

let system: StartedSystem

function start(...args: string[]): StartedSystem {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--home', home, '--port', String(port), ...args], {
    env: { ...process.env, DATABASE_URL: '', NATS_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  const started: StartedSystem = { process: child, output: '', exited }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      started.output += text
    })
  }
  return started
}

async function startReady(...args: string[]): Promise<StartedSystem> {
  rmSync(readyFile, { force: true })
  const started = start('--ready-file', readyFile, ...args)
  await vi.waitFor(
    () => {
      if (!existsSync(readyFile)) throw new Error(started.output)
    },
    // A hang ends the test; how fast the machine is does not.
    { timeout: 170_000 },
  )
  return started
}

function localFile(): LocalFile {
  return JSON.parse(readFileSync(join(home, 'local.json'), 'utf8')) as LocalFile
}

async function verify({ base_url, api_key }: LocalFile): Promise<number> {
  const response = await fetch(`${base_url}/api/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(sampleRequest),
  }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status ?? 0
}

async function freeRuns(): Promise<number> {
  const { base_url: baseUrl, api_key: apiKey } = localFile()
  const { allowance } = await createClient({ baseUrl, apiKey }).credits.balance()
  return allowance.verification.limit
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const livingOf = (file: LocalFile) => Object.entries(file.pids).filter(([, pid]) => isAlive(pid))

beforeAll(async () => {
  system = await startReady()
})
afterAll(async () => {
  system.process.kill('SIGINT')
  await system.exited
  rmSync(folder, { recursive: true, force: true })
})

/** What a scaler reads of `/jsz`. */
type JetStreamStatus = {
  account_details: {
    stream_detail: {
      name: string
      consumer_detail?: { name: string; num_pending: number; num_ack_pending: number }[]
    }[]
  }[]
}

test('the first start verifies a sample whose receipt holds offline', async () => {
  await expect.poll(() => system.output).toContain('Ctrl-C stops everything')
  expect(system.output).toMatch(/accepted 3, rejected 1, earned 7\.50/)
  expect(system.output).toMatch(/offline +valid/)
})

test('the first start prints what the READMEs show', async () => {
  await expect.poll(() => system.output).toContain('Ctrl-C stops everything')
  const repository = join(import.meta.dirname, '../../..')
  const blockAfter = (page: string, words: string) =>
    readFileSync(join(repository, page), 'utf8').split(words)[1]?.split('```')[1]?.replace(/^\n/, '') ?? ''
  const whole = blockAfter('deploy/local/README.md', 'What a first start prints')
  const short = blockAfter('README.md', '    npm start\n')
  expect(whole).toContain(short.replaceAll(/ocr_\w+/g, '').split('\n')[0])
  /** Without times, ids, keys, ports, and the folder that this test has chosen. */
  const shapeOf = (text: string) =>
    text
      .replaceAll(/^ +\d+\.\d s/gm, 'T s')
      .replaceAll(/\b(?:ocr_|spk_live_)[\w…-]+/g, 'ID')
      .replaceAll(/'idempotency-key: .*'/g, 'KEY')
      .replaceAll(/applied \d+ /g, 'applied … ')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/localhost:\d+\/sign-in\/finish\?token=.*/g, 'SIGN-IN')
      .replaceAll(/ \((?:fetched before|on the PATH|.*nats.*)\)/g, '')
      .replaceAll(/@\S*sample/g, '@sample')
  const printed = shapeOf(system.output).split('\n')
  // What was bundled before is not bundled again.
  const lines = shapeOf(`${whole}${short}`)
    .split('\n')
    .filter((line) => !line.endsWith('bundling the programs of the services'))
  expect(lines.length).toBeGreaterThan(25)
  expect(short.split('\n').length).toBeGreaterThan(5)
  expect(lines.filter((line) => !printed.includes(line))).toEqual([])
})

test('the first account has a thousand free runs a month, unless an operator changes that', async () => {
  expect(await freeRuns()).toBe(1_000)
  await admin(
    'account',
    'allowance',
    '--account',
    localFile().account_id,
    '--runs',
    '1001',
    '--compiles',
    '5',
  )
  expect(await freeRuns()).toBe(1_001)
})

test('a sample that is refused is no failure of the start, which says why', async () => {
  const { base_url, keys_url } = localFile()
  const refused = await verifySample(
    base_url,
    `spk_live_${'a'.repeat(40)}`,
    keys_url,
    join(folder, 'refused'),
  )
  const lines = sampleLines(refused, 'acc_1')
  expect(lines.slice(0, 3)).toEqual([
    '',
    'The sample delivery was not verified:',
    '  No valid API key was presented.',
  ])
  expect(lines[3]).toMatch(/^ {2}\w/)
})

test('what scripts need is in a file that only its owner may read', async () => {
  const file = localFile()
  expect(statSync(join(home, 'local.json')).mode & 0o077).toBe(0)
  expect(readFileSync(readyFile, 'utf8')).toBe(readFileSync(join(home, 'local.json'), 'utf8'))
  expect(livingOf(file)).toHaveLength(11)
  for (const url of Object.values(file.metrics)) expect((await fetch(url)).status, url).toBe(200)
  await expect.poll(() => verify(file)).toBe(201)
})

test('every consumer whose lag scales a service is there, as the autoscaler looks for it', async () => {
  const { nats_monitor_url: monitor, metrics } = localFile()
  const answer = await fetch(`${monitor}/jsz?acc=$G&consumers=true&config=true`)
  const { account_details: accounts } = (await answer.json()) as JetStreamStatus
  const present = accounts.flatMap(({ stream_detail: streams }) =>
    streams.flatMap(({ name, consumer_detail: consumers = [] }) =>
      consumers.map(
        (consumer) =>
          `${name} ${consumer.name} ${typeof consumer.num_pending} ${typeof consumer.num_ack_pending}`,
      ),
    ),
  )
  const lags = scalings.flatMap(({ triggers }) => triggers.filter((trigger) => trigger.type === 'lag'))
  expect(lags).toHaveLength(6)
  const named = lags.map(({ stream, consumer }) => `${stream} ${consumer} number number`)
  expect(present).toEqual(expect.arrayContaining(named))

  const scrape = await (await fetch(metrics['streams'] ?? '')).text()
  const queues = Array.from(
    scrape.matchAll(/^outturn_queue_waiting\{environment="(\w+)",queue="([^"]+)",service="streams"\} \d+$/gm),
    ([, environment, queue]) => `${environment} ${queue}`,
  )
  expect(queues).toEqual(
    expect.arrayContaining(lags.map(({ environment, consumer }) => `${environment} ${consumer}`)),
  )
  // What only asks whether a stream stores messages is no queue.
  expect(queues).toHaveLength(present.filter((each) => !each.includes(' work-check ')).length)
})

test('a second system on the same folder or port is refused with what to do', async () => {
  const sameHome = start()
  expect(await sameHome.exited).toBe(1)
  expect(sameHome.output).toContain(`kill ${localFile().pids['supervisor']}`)
  const samePort = start('--home', join(folder, 'other'))
  expect(await samePort.exited).toBe(1)
  expect(samePort.output).toContain(`--port ${port + 1}`)
  await expect.poll(() => verify(localFile())).toBe(201)
})

test('a killed service comes back and local.json follows it', async () => {
  const { signing } = localFile().pids
  process.kill(Number(signing), 'SIGKILL')
  await expect.poll(() => localFile().pids['signing']).not.toBe(signing)
  await expect.poll(() => verify(localFile())).toBe(201)
})

test('services that are killed at the same moment all come back under one supervisor', async () => {
  const { pids } = localFile()
  const killed = ['gateway', 'signing', 'fetcher']
  for (const name of killed) process.kill(Number(pids[name]), 'SIGKILL')
  for (const name of killed) {
    await expect.poll(() => localFile().pids[name]).not.toBe(pids[name])
  }
  await expect.poll(() => verify(localFile())).toBe(201)
  expect(localFile().pids['supervisor']).toBe(pids['supervisor'])
  expect(livingOf(localFile())).toHaveLength(11)
})

test('the system goes on when NATS loses its store and Postgres crashes', async () => {
  renameSync(join(home, 'nats'), join(folder, 'lost-store'))
  for (const name of ['nats', 'postgres']) {
    const pid = localFile().pids[name]
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => localFile().pids[name]).not.toBe(pid)
    await expect.poll(() => verify(localFile())).toBe(201)
  }
})

test('nothing outlives a supervisor that is killed, and the next start carries on', async () => {
  const before = localFile()
  system.process.kill('SIGKILL')
  await expect.poll(() => livingOf(before)).toEqual([])
  system = await startReady('--no-demo', '--settlement')
  expect(localFile().account_id).toBe(before.account_id)
})

test('a start with --settlement settles from wallets, under grants and by card', async () => {
  const { base_url: baseUrl, api_key: apiKey, settlement } = localFile()
  const { spools, keys } = createClient({ baseUrl, apiKey })
  const at = (digit: string) => ({ settlement_address: `wallet:eip155:42431:0x${digit.repeat(40)}` })
  const create = (type: 'agent_task' | 'service', [buyer, seller] = [{}, {}]) =>
    spools.create({
      type,
      parties: [
        { role: 'buyer', kind: 'org', display_name: 'Acme', ...buyer },
        { role: 'seller', kind: 'service', display_name: 'LeadBot', ...seller },
      ],
      value: { amount_cents: 500, currency: 'USD' },
      unitization: { total_units: 1, unit_amount_cents: 500 },
      deliverable: { type: 'dataset', title: 'Leads', description: 'Leads', attributes: {} },
      terms: [{ text: 'Leads.', provenance: { source: 'freeform' } }],
      conditions: [{ description: 'Looked at', required: true, verification_method: 'human_confirmed' }],
    })
  expect((await create('service')).lane?.funding).toBe('hosted_checkout')
  const spool = await create('agent_task', [at('1'), at('2')])
  expect(spool.lane?.funding).toBe('wallet_authority')
  const { quote_digest } = await spools.quote(spool.id)
  const { grant_token: token } = await spools.invite(spool.id)
  const seller = createClient({ baseUrl, apiKey: (await keys.exchange({ grant_token: token })).api_key })
  await seller.spools.accept(spool, { quote_digest })
  const commit = spools.commit(spool.id, { settlement_mode: 'unattended_outcome_settlement' })
  await expect(commit).rejects.toMatchObject({ reason: 'no_spend_permission' })

  for (const url of [settlement?.rpc_url, settlement?.processor_url]) {
    await expect(fetch(String(url))).resolves.toBeDefined()
  }
  for (const script of ['settle', 'settle-with-a-grant', 'settle-by-card']) {
    expect(system.output).toContain(`bash docs/tutorial/${script}.sh`)
  }
})

test('a stop leaves nothing running, and the next start has the same account and key', async () => {
  const before = localFile()
  // What the next start lacks is told by the test after this one.
  await revokeReceiptKey()
  writeFileSync(brokenFile, 'not a key')
  system.process.kill('SIGINT')
  expect(await system.exited).toBe(0)
  expect(livingOf(before)).toEqual([])
  expect(existsSync(join(home, 'local.json'))).toBe(false)
  system = await startReady()
  const after = localFile()
  expect([after.account_id, after.api_key]).toEqual([before.account_id, before.api_key])
  await expect.poll(freeRuns).toBe(1_001)
})

test('a start without an active key serves the rest and says what to do', async () => {
  await expect.poll(() => system.output).toContain('Not everything works yet')
  expect(system.output).toContain('npm run admin -- keys create --purpose receipt')
  expect(system.output).toContain('The signing service does not start for demo')
  expect(system.output).not.toContain('--reset')
  expect(await verify(localFile())).toBe(503)

  await admin('keys', 'create', '--purpose', 'receipt')
  await admin('keys', 'rotate', '--purpose', 'receipt', '--now', '--reason', 'after the loss')
  await expect.poll(() => verify(localFile())).toBe(201)
  rmSync(brokenFile)
  const metrics = String(localFile().metrics['signing']).replace('/metrics', '/readyz')
  const readiness = async () => ((await (await fetch(metrics)).json()) as { status: string }).status
  await expect.poll(readiness, { timeout: 60_000 }).toBe('ready')
})

async function revokeReceiptKey(): Promise<void> {
  const list = JSON.parse(await admin('keys', 'list', '--json')) as {
    purpose: string
    status: string
    key_id: string
  }[]
  const active = list.find(({ purpose, status }) => purpose === 'receipt' && status === 'active')
  await admin('keys', 'revoke', String(active?.key_id), '--without-replacement', '--reason', 'stolen')
}

/** Runs an operator's command on this system and returns what it printed. */
async function admin(...args: string[]): Promise<string> {
  const main = join(import.meta.dirname, '../../operator/src/main.ts')
  const env = { ...process.env, NATS_URL: undefined, OUTTURN_HOME: home }
  return (await promisify(execFile)(process.execPath, [main, ...args], { env })).stdout
}
