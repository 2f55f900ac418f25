import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { Client } from 'pg'
import { repository } from '../gates/run-program.ts'
import { type Beside, type LocalFile, type LocalRelease, runBeside, startRelease } from './local-release.ts'
import previousRelease from './previous-release.json' with { type: 'json' }
import {
  changedReplays,
  readReceipts,
  receiptIds,
  type RecordedCalls,
  startCallers,
  verify,
} from './recorded-calls.ts'
import { releaseFolder } from './release.ts'

const usage = `Usage: npm run upgrade [-- --from REVISION] [--count N] [--home DIR] [--port N]

Starts the previous release, makes data with it, and upgrades them. Then both releases run side by side on one bus and one schema under load, and each is killed in
turn. Last the previous release runs alone on the schema of this one. Every receipt and every repeated call is compared byte for byte, the log is audited from
the checkpoint that the previous release gave out, and the books are added up.

  --from REVISION  the previous release (default: that of test/upgrade/previous-release.json)
  --count N        verifications before the upgrade (default 50)
  --home DIR       scratch folder, which is emptied first (default /tmp/outturn-upgrade)
  --port N         port of the API; the next one is that of the previous release beside (default 18480)

Ends with 0 when nothing differs, and 1 otherwise.
`
const run = promisify(execFile)
const startedAt = performance.now()
const report = (line: string) => {
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}
const faults: string[] = []
/** Pause between two kills: long enough for work to begin again. */
const settleMs = 3_000
function check(name: string, differing: readonly string[], of: number): void {
  report(`${name}: ${of - differing.length} of ${of}`)
  if (differing.length > 0) faults.push(`${name}: ${differing.slice(0, 5).join(', ')}`)
}

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: previousRelease.revision },
    count: { type: 'string', default: '50' },
    home: { type: 'string', default: '/tmp/outturn-upgrade' },
    port: { type: 'string', default: '18480' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(usage)
else await main()

async function main(): Promise<void> {
  const port = Number(values.port)
  const home = resolve(values.home)
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const previous = await releaseFolder(values.from)
  report(`the previous release is ${values.from.slice(0, 8)}`)

  const old = await startRelease(previous, home, port)
  report('the previous release runs')
  const body = readFileSync(join(home, 'sample/request.json'), 'utf8')
  const { base_url: baseUrl, api_key: apiKey } = old.local
  const recorded: RecordedCalls = new Map()
  for (let at = 0; at < Number(values.count); at += 1) {
    recorded.set(`before-${at}`, await verify(baseUrl, apiKey, `before-${at}`, body))
  }
  // A receipt is served with the proof of its place in the log once it has one, seconds after it was issued.
  await sleep(settleMs)
  const receipts = await readReceipts(baseUrl, apiKey, receiptIds(recorded))
  const pin = join(home, 'pinned.txt')
  await audit(baseUrl, pin)
  await old.stop()
  report(`${recorded.size} verifications, and the log is pinned`)

  const current = await startRelease(repository, home, port)
  try {
    report('upgraded')
    await compare('after the upgrade', baseUrl, { apiKey, body, recorded, receipts, pin })
    const beside: Beside[] = []
    const place = { natsUrl: current.local.nats_url, publicPort: port + 1, home }
    for (const recipe of old.recipes) beside.push(await runBeside(recipe, place))
    try {
      const oldUrl = `http://127.0.0.1:${port + 1}`
      await verify(oldUrl, apiKey, 'beside-first', body)
      report('both releases run side by side')
      const callers = startCallers([baseUrl, oldUrl], { apiKey, body, callers: 6, prefix: 'beside' })
      await killInTurn(beside, current)
      for (const [key, answer] of await callers.stop()) recorded.set(key, answer)
      check(
        'repeated at the previous release',
        await changedReplays(oldUrl, { apiKey, body, recorded }),
        recorded.size,
      )
      await compare('side by side', baseUrl, { apiKey, body, recorded, receipts, pin })

      await runAlone(current, async () => {
        report('the previous release runs alone on the schema of this one')
        const alone = startCallers([oldUrl], { apiKey, body, callers: 3, prefix: 'alone' })
        await sleep(5_000)
        for (const [key, answer] of await alone.stop()) recorded.set(key, answer)
        await compare('after the rollback', oldUrl, { apiKey, body, recorded, receipts, pin })
      })
      await checkBooks(current.local, recorded)
    } finally {
      for (const process of beside) await process.stop()
    }
  } finally {
    await current.stop()
  }
  for (const fault of faults) report(`DIFFERS: ${fault}`)
  report(faults.length === 0 ? 'nothing differs' : `${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

type Facts = {
  readonly apiKey: string
  readonly body: string
  readonly recorded: RecordedCalls
  readonly receipts: ReadonlyMap<string, string>
  readonly pin: string
}

async function compare(when: string, baseUrl: string, { receipts, pin, ...calls }: Facts): Promise<void> {
  check(`${when}, replays byte for byte`, await changedReplays(baseUrl, calls), calls.recorded.size)
  const now = await readReceipts(baseUrl, calls.apiKey, [...receipts.keys()])
  const changed = [...receipts].filter(([id, text]) => now.get(id) !== text).map(([id]) => id)
  check(`${when}, receipts byte for byte`, changed, receipts.size)
  await audit(baseUrl, pin)
}

/** Follows the log from the pinned checkpoint, and pins the new one. */
async function audit(baseUrl: string, pin: string): Promise<void> {
  const args = ['libs/cli/src/main.ts', 'audit', baseUrl, '--checkpoint', pin, '--save']
  const { stdout } = await run(process.execPath, args, { cwd: repository }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      faults.push('the audit of the log')
      return { stdout: `${error.stdout ?? ''}${error.stderr ?? ''}` }
    },
  )
  report(`audit: ${stdout.trim().split('\n')[0] ?? ''}`)
}

/** Each process of the previous release, and the same of this one, which its supervisor starts again. */
async function killInTurn(beside: readonly Beside[], current: LocalRelease): Promise<void> {
  for (const process of beside) {
    await sleep(settleMs)
    await process.kill()
    report(`killed ${process.name} of the previous release`)
    await sleep(settleMs)
    const { pids } = current.reread()
    killProcess(pids[process.name === 'core' ? 'spool' : process.name])
    report(`killed ${process.name} of this release`)
  }
  await sleep(settleMs)
}

function killProcess(pid: number | undefined): void {
  if (pid === undefined) throw new Error('local.json names no process to kill')
  process.kill(pid, 'SIGKILL')
}

/** Takes the services of this release away, whose supervisor stands still meanwhile so that it starts none again. */
async function runAlone({ reread }: LocalRelease, work: () => Promise<void>): Promise<void> {
  const { supervisor, postgres, nats, ...services } = reread().pids
  if (supervisor === undefined || postgres === undefined || nats === undefined)
    throw new Error('local.json names no servers')
  process.kill(supervisor, 'SIGSTOP')
  try {
    for (const pid of new Set(Object.values(services))) process.kill(pid, 'SIGTERM')
    await sleep(settleMs)
    await work()
  } finally {
    process.kill(supervisor, 'SIGCONT')
  }
}

/** One charged run for each call, and books that add up to nothing. */
async function checkBooks({ database_url_file: file }: LocalFile, recorded: RecordedCalls): Promise<void> {
  const client = new Client({ connectionString: readFileSync(file, 'utf8').trim() })
  await client.connect()
  try {
    const receipts = new Set(receiptIds(recorded)).size
    check(
      'calls with a receipt of their own',
      Array.from({ length: recorded.size - receipts }, () => 'twice'),
      recorded.size,
    )
    const expected = recorded.size + 1
    // Charges follow by events; what was killed may send them a little later.
    let runs = 0
    for (let tries = 0; tries < 60 && runs !== expected; tries += 1) {
      const { rows } = await client.query<{ runs: string }>(
        'select count(*)::text as runs from billing.usage_run',
      )
      runs = Number(rows[0]?.runs)
      if (runs !== expected) await sleep(500)
    }
    report(`runs in the books: ${runs} of ${expected}`)
    if (runs !== expected) faults.push(`the books have ${runs} runs instead of ${expected}`)
    const { rows } = await client.query<{ sum: string }>(
      'select coalesce(sum(micros), 0)::text as sum from billing.ledger_balance',
    )
    if (rows[0]?.sum !== '0') faults.push(`the books add up to ${rows[0]?.sum}`)
    report(`the books add up to ${rows[0]?.sum}`)
  } finally {
    await client.end()
  }
}
