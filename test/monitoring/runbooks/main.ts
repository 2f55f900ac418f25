import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort, startGuarded } from '@outturn/local-servers'
import { deployedServers } from '@outturn/model'
import { allAlerts, expressionAt, type TimeScale } from '@outturn/monitoring'
import { startCuttableProxy } from '../../system/cuttable-proxy.ts'
import { startReplica } from '../../system/replica.ts'
import { startSystem, type System } from '../../system/running-system.ts'
import { repository } from '../../gates/run-program.ts'
import { startAgeingTarget } from '../drill/ageing-target.ts'
import { mountSmallDisks } from '../drill/small-disks.ts'
import { startWatch } from '../drill/watch.ts'
import { startTraffic } from '../traffic.ts'
import { needsContainers, openAlertBook } from './alert-book.ts'
import type { Walk } from './walk.ts'
import { allWalks, readOnly } from './walks/index.ts'
import type { FurtherWorker, World } from './world.ts'

const usage = `Usage: npm run runbooks [-- --only TEXT,TEXT]

Follows the runbooks of docs/operating/alerts.md in a running system: brings about the cause of each alert, sees its expression hold in a real
Prometheus, runs the commands, statements and expressions and looks for the log lines that its runbook prints, takes the cause away as the runbook
says, and sees the expression hold no more. Durations of the rules are divided by 20. Needs Debian 12 and root, and takes a quarter of an hour.

  --only TEXT,TEXT   alerts whose names contain one of these
`
const scale: TimeScale = { divisor: 20, scrapeSeconds: 2, minRangeSeconds: 12, lookSeconds: 18 }
/** How long an alert may take to come or to go, s. */
const usualSeconds = 180

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, only: { type: 'string', default: '' } },
})
if (values.help === true) process.stdout.write(usage)
else process.exitCode = (await walkAll(values.only.split(','))) === 0 ? 0 : 1

async function walkAll(only: readonly string[]): Promise<number> {
  await using stops = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.stdout.write(`ended by ${signal}: what fails from here on says nothing\n`)
      void stops.disposeAsync().then(() => process.exit(1))
    })
  const world = await startWorld(stops)
  process.stdout.write('the system runs; durations of the rules are divided by 20\n')
  // Ratios need as many requests as make them say something.
  await pause(30_000)
  const chosen = allWalks.filter(({ alerts }) =>
    alerts.some((alert) => only.some((text) => alert.includes(text))),
  )
  const slow = chosen.filter(({ isSlow }) => isSlow === true).map((walk) => follow(walk, world))
  const results: boolean[] = []
  for (const walk of chosen.filter(({ isSlow }) => isSlow !== true)) results.push(await follow(walk, world))
  results.push(...(await Promise.all(slow)))
  const failed = results.filter((isRight) => !isRight).length
  const walked = chosen.flatMap(({ alerts }) => alerts).length
  process.stdout.write(
    `${walked} runbooks were followed, ${failed} walks failed; ${Object.keys(readOnly).length} can only be read\n`,
  )
  return failed
}

async function startWorld(stops: AsyncDisposableStack): Promise<World> {
  const backups = mkdtempSync(join(tmpdir(), 'outturn-runbooks-'))
  stops.defer(() => rmSync(backups, { recursive: true, force: true }))
  // Postgres may run under another account, which must be able to enter the folder.
  chmodSync(backups, 0o711)
  const settings: Record<string, Record<string, string>> = Object.fromEntries(
    // As in production: `npm start` samples each second, and a sample counts its own interval.
    deployedServers.map(({ name }) => [name, { OUTTURN_EVENT_LOOP_PRECISION_MS: '100' }]),
  )
  settings['signing'] = { ...settings['signing'], OUTTURN_KEY_LEAD_SECONDS: '0' }
  const system = await startSystem('spread', settings, ['--payments', '--settlement', '--backups', backups])
  stops.defer(() => system.stop())
  await system.killAll()
  const disks = mountSmallDisks(system.home)
  stops.defer(() => disks.unmount())
  await system.startAgain()
  const ageing = await startAgeingTarget(system.home, { tellsBackup: false })
  stops.defer(() => ageing.stop())
  const workerPort = await freePort()
  const further = await startFurtherWorker(system, workerPort, stops)
  const backup = await startKeeper(system, backups, stops)
  const targets = Object.fromEntries(
    Object.entries(system.file().metrics).map(([service, url]) => [service, [new URL(url).host]]),
  )
  const watch = await startWatch(
    mkdtempSync(join(tmpdir(), 'outturn-runbooks-watch-')),
    {
      ...targets,
      verification: [...(targets['verification'] ?? []), `127.0.0.1:${workerPort}`],
      backup: [backup, ageing.address],
    },
    scale,
  )
  stops.defer(() => watch.stop())
  const traffic = startTraffic(system.file())
  stops.defer(() => traffic.stop())
  return { system, watch, disks, ageing, backups, further }
}

async function startFurtherWorker(
  system: System,
  port: number,
  stops: AsyncDisposableStack,
): Promise<FurtherWorker> {
  const { hostname, port: natsPort } = new URL(system.file().nats_url)
  const proxy = await startCuttableProxy(() => ({ host: hostname, port: Number(natsPort) }))
  stops.defer(() => proxy.close())
  const start = (settings: Readonly<Record<string, string>> = {}) =>
    startReplica(
      {
        home: system.home,
        natsUrl: `nats://127.0.0.1:${proxy.port}`,
        logFile: join(system.home, 'logs/further-verification.log'),
      },
      'verification',
      { OUTTURN_INTERNAL_PORT: String(port), ...settings },
    )
  let worker = await start()
  stops.defer(() => worker.kill())
  return {
    proxy,
    process: () => worker,
    async restart(given) {
      await worker.kill()
      worker = await start(given)
    },
  }
}

/** The program that makes backups daily; settles with the address of its metrics once it has made one. */
async function startKeeper(system: System, backups: string, stops: AsyncDisposableStack): Promise<string> {
  const port = await freePort()
  const main = join(repository, 'deploy/backup/src/main.ts')
  const keeper = await startGuarded({
    file: process.execPath,
    args: [main, 'keep', '--backups', backups, '--home', system.home, '--port', String(port)],
    logFile: join(system.home, 'logs/backup.log'),
    stopSignal: 'SIGTERM',
    env: { PATH: process.env.PATH },
  })
  stops.defer(() => keeper.stop())
  for (let tries = 0; tries < 240; tries += 1) {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
    if (/^outturn_backup_completed_timestamp_seconds [1-9]/m.test(text)) return `127.0.0.1:${port}`
    await pause(500)
  }
  throw new Error('the first backup was not made within two minutes')
}

/** Brings a cause about and follows the runbooks of its alerts; whether they led to the end. */
async function follow(walk: Walk, world: World): Promise<boolean> {
  const expressions = walk.alerts.map((name) => {
    const alert = allAlerts.find((each) => each.name === name)
    if (alert === undefined) throw new Error(`there is no alert ${name}`)
    return expressionAt(alert.expr, scale)
  })
  const seconds = walk.withinSeconds ?? usualSeconds
  const isEternal = walk.alerts.includes('Watchdog')
  let remedy: () => Promise<unknown> = async () => undefined
  try {
    // What the cause before it left would count as its own.
    if (!isEternal)
      await until('rest before it', async () => (await holding(world, expressions)) === 0, seconds)
    const beganAt = performance.now()
    const book = openAlertBook(world, walk.alerts)
    remedy = once(await walk.begin(world))
    await until('fire', async () => (await holding(world, expressions)) === expressions.length, seconds)
    const firedAt = performance.now()
    await walk.follow(book, remedy, world)
    const left = book.left().filter(({ text }) => !isApart(text, walk))
    if (left.length > 0)
      throw new Error(`prints what was not run: ${left.map(({ text }) => text).join('; ')}`)
    if (!isEternal) await until('end', async () => (await holding(world, expressions)) === 0, seconds)
    const took = (from: number, to: number) => `${((to - from) / 1_000).toFixed(0).padStart(4)} s`
    process.stdout.write(
      `✓ ${walk.alerts.join(', ').padEnd(60)} fired ${took(beganAt, firedAt)}, ended ${took(firedAt, performance.now())}: ${walk.cause}\n`,
    )
    return true
  } catch (error) {
    process.stdout.write(
      `✗ ${walk.alerts.join(', ').padEnd(60)} ${walk.cause}: ${(error as Error).message}\n`,
    )
    return false
  } finally {
    await remedy().catch((error: unknown) => process.stdout.write(`  ${(error as Error).message}\n`))
  }
}

function isApart(text: string, { apart = {} }: Walk): boolean {
  return needsContainers.test(text) || Object.keys(apart).some((start) => text.startsWith(start))
}

/** How many of the expressions hold now. */
async function holding({ watch }: World, expressions: readonly string[]): Promise<number> {
  const counts = await Promise.all(expressions.map((expression) => watch.count(expression)))
  return counts.filter((count) => count > 0).length
}

async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1_000
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`it did not ${what} within ${seconds} s`)
    await pause(500)
  }
}

function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | null = null
  return () => (done ??= act())
}
