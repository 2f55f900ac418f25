import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util'
import { deployedServers } from '@outturn/model'
import { createClient, type OneCallRequest, type OneCallResponse } from '@outturn/sdk'
import { type Engine, startEngine } from '../engine/engine.ts'
import { buildImage } from '../engine/image.ts'
import { repository } from '../gates/run-program.ts'
import { containersOf, crash, describeTroubled, untilHealthy } from './containers.ts'
import { asRun, documentedSections } from './documented-page.ts'
import { startLoad } from './load.ts'

const usage = `Usage: npm run compose [-- --skip-build]

Runs the commands of docs/operating/compose.md as they are printed, on a container engine of its own: it starts the deployment, makes an account and
a key, verifies a sample offline, scales verification to four, ends the process of one container of each service under load, stops everything, and
starts it again with its data. Then it compares what was verified with what was charged, backs Postgres up and restores it by the commands of
docs/operating/backup.md, and compares again. Needs Debian 12 and root, and takes minutes.

  --skip-build     use the image that the last run built
`
/** The engine has a network namespace of its own, so that its bridges and rules are not those of the machine. */
const isolated = 'OUTTURN_COMPOSE_ISOLATED'
const baseUrl = 'http://127.0.0.1:8080'
const allowance = 1_000
const startedAt = performance.now()
const run = promisify(execFile)

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, 'skip-build': { type: 'boolean' } },
})
if (values.help === true) process.stdout.write(usage)
else if (process.env[isolated] === undefined) process.exitCode = await runIsolated()
else await runDeployment()

async function runIsolated(): Promise<number> {
  if (values['skip-build'] !== true) await buildImage(report)
  const again = `ip link set lo up && exec '${process.execPath}' '${process.argv[1]}'`
  const child = spawn('unshare', ['--net', '--mount', '--', 'sh', '-c', again], {
    env: { ...process.env, [isolated]: '1' },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function runDeployment(): Promise<void> {
  const engine = await startEngine('run')
  // A busy machine takes longer than a minute to start all containers at the same moment.
  engine.env['COMPOSE_HTTP_TIMEOUT'] = '300'
  const sections = new Map([
    ...documentedSections('docs/operating/compose.md'),
    ...documentedSections('docs/operating/backup.md'),
  ])
  const backups = mkdtempSync(join(tmpdir(), 'outturn-compose-backups-'))
  const known: Record<string, string> = { '/var/backups/outturn': backups }
  const runSection = async (heading: string) => {
    const commands = sections.get(heading)
    if (commands === undefined) throw new Error(`the page has no section ${heading}`)
    for (const command of commands) {
      const [, name, value] = /^export (\w+)=(.*)$/.exec(asRun(command, known)) ?? []
      if (name === undefined) await runPrinted(engine, asRun(command, known), known)
      else engine.env[name] = value
    }
  }
  try {
    await removeAll(engine)
    await runSection('Start')
    await untilHealthy(engine)
    report('every container is healthy')
    await untilReady()
    await runSection('Make an account and a key')
    await runSection('Verify a delivery')
    await runSection('Scale')
    await untilHealthy(engine, (all) => all.filter(({ service }) => service === 'verification').length === 4)
    report('four workers of verification are healthy')
    const verified = await crashEachUnderLoad(engine, known)
    await runPrinted(engine, 'docker-compose ps', known)
    await runSection('Stop and start again')
    await untilHealthy(engine)
    await untilReady()
    await compareBooks(known, verified)
    await runSection('With Docker Compose')
    await untilHealthy(engine)
    await untilReady()
    await compareBooks(known, verified)
    await runPrinted(engine, 'npm run backup -- verify --all', known)
    report('the deployment is right, and so is its restored backup')
  } catch (error) {
    process.stderr.write(`${await describeTroubled(engine)}\n`)
    throw error
  } finally {
    await removeAll(engine)
    await engine.stop()
    for (const file of ['receipt.json', 'keys.json', '.outturn/docker/superuser-url'])
      rmSync(join(repository, file), { force: true })
    rmSync(backups, { recursive: true, force: true })
  }
}

/** Containers and data, also those of a run that was interrupted. */
async function removeAll(engine: Engine): Promise<void> {
  const left = (await containersOf(engine)).map(({ id }) => id)
  if (left.length > 0) await engine.docker('rm', '--force', ...left)
  await engine.docker('volume', 'prune', '--force')
  await engine.docker('network', 'prune', '--force')
}

/** Runs a command in the repository, as a reader would, and keeps the id and the key that it prints. */
async function runPrinted(engine: Engine, command: string, known: Record<string, string>): Promise<void> {
  report(`$ ${command.replaceAll(/spk_live_\w+/g, 'spk_live_…')}`)
  const ended = await run('sh', ['-c', command], {
    cwd: repository,
    env: engine.env,
    maxBuffer: 1 << 26,
  }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
    throw new Error(`${command}\n${stdout}${stderr}`)
  })
  for (const [placeholder, form] of [
    ['acc_…', /acc_[0-9a-f]+/],
    ['spk_live_…', /spk_live_\w+/],
  ] as const) {
    const found = form.exec(ended.stdout)?.[0]
    if (found !== undefined) known[placeholder] ??= found
  }
  if (command.includes('verify receipt.json') && !/^VALID: /m.test(ended.stdout))
    throw new Error(ended.stdout)
}

/** Ends one container of each kind, one after the other, while verifications are sent; returns how many were verified. */
async function crashEachUnderLoad(engine: Engine, known: Readonly<Record<string, string>>): Promise<number> {
  const request = JSON.parse(
    readFileSync(join(repository, 'deploy/docker/sample-request.json'), 'utf8'),
  ) as OneCallRequest
  const load = startLoad({ baseUrl, apiKey: known['spk_live_…'] ?? '' }, request, 2)
  for (const service of [...deployedServers.map(({ name }) => name), 'streams', 'nats', 'postgres']) {
    const since = performance.now()
    await crash(engine, service)
    report(
      `${service} was killed and healthy again after ${((performance.now() - since) / 1_000).toFixed(1)} s`,
    )
  }
  await untilHealthy(engine)
  const problems = await load.end()
  if (problems.length > 0) throw new Error(`${problems.length} verifications failed:\n${problems.join('\n')}`)
  report(`${load.verified()} verifications were answered, none failed`)
  return load.verified()
}

/** What an account was charged is what it got: each verification once, those before the stop among them. */
async function compareBooks(known: Readonly<Record<string, string>>, verified: number): Promise<void> {
  const client = createClient({ baseUrl, apiKey: known['spk_live_…'], maxAttempts: 20, deadlineMs: 60_000 })
  const { receipt } = JSON.parse(readFileSync(join(repository, 'receipt.json'), 'utf8')) as OneCallResponse
  const served: Readonly<Record<string, unknown>> = await client.receipts.download(String(receipt?.['id']))
  // What is served may have a proof of the log beside what was signed.
  const changed = Object.entries(receipt ?? { receipt }).filter(
    ([name, value]) => !isDeepStrictEqual(served[name], value),
  )
  if (changed.length > 0) throw new Error(`the receipt has changed: ${JSON.stringify({ changed, served })}`)
  report('the receipt of before the stop is served as it was')
  const { allowance: left } = await client.credits.balance()
  const charged = left.verification.limit - left.verification.remaining
  const expected = verified + 1
  if (left.verification.limit !== allowance || charged !== expected)
    throw new Error(`${expected} deliveries were verified, and ${charged} were charged`)
  report(`${charged} verifications were charged, as many as were answered`)
}

/** Callers can be served once the gateway reaches every service. */
async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(`${baseUrl}/api/ready`).catch(() => null)
    if (answer?.ok === true) return report(`GET /api/ready answers ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error('GET /api/ready did not answer 200 within two minutes')
}

function report(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stdout.write(`${seconds.padStart(4)} s  ${message}\n`)
}
