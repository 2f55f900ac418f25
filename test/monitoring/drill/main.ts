import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { TimeScale } from '@outturn/monitoring'
import { startSystem } from '../../system/running-system.ts'
import { startAgeingTarget } from './ageing-target.ts'
import { allFaults, type Fault } from './faults.ts'
import { startTraffic } from '../traffic.ts'
import { mountSmallDisks } from './small-disks.ts'
import { startWatch, type Watch } from './watch.ts'

const usage = `Usage: npm run drill [-- --only TEXT,TEXT] [--from TEXT] [--divisor 10]

Starts the whole system with a real Prometheus and Alertmanager, breaks one thing after another, and sees that the right page comes and no
other one. Every duration of the rules is divided by 10. Prints the fault, its alert and the seconds until it came. Needs Debian 12 and root.
`
/** How long other pages are waited for after the right one, s. */
const quietSeconds = 8
/** How long a system may take to be well again, s. */
const recoverySeconds = 120

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '' },
    divisor: { type: 'string', default: '10' },
  },
})
if (values.help === true) process.stdout.write(usage)
else process.exitCode = (await drill(values, Number(values.divisor))) === 0 ? 0 : 1

async function drill(chosen: { only: string; from: string }, divisor: number): Promise<number> {
  await using stops = new AsyncDisposableStack()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stops.disposeAsync().then(() => process.exit(1)))
  const scale: TimeScale = { divisor, scrapeSeconds: 3, minRangeSeconds: 15, lookSeconds: 18 }
  const system = await startSystem('spread', { signing: { OUTTURN_KEY_LEAD_SECONDS: '0' } })
  stops.defer(() => system.stop())
  await system.killAll()
  const disks = mountSmallDisks(system.home)
  stops.defer(() => disks.unmount())
  await system.startAgain()
  const ageing = await startAgeingTarget(system.home)
  stops.defer(() => ageing.stop())
  const targets = Object.fromEntries(
    Object.entries(system.file().metrics).map(([service, url]) => [service, [new URL(url).host]]),
  )
  const folder = mkdtempSync(join(tmpdir(), 'outturn-drill-'))
  const watch = await startWatch(folder, { ...targets, backup: [ageing.address] }, scale)
  stops.defer(() => watch.stop())
  const traffic = startTraffic(system.file())
  stops.defer(() => traffic.stop())
  process.stdout.write(`watching; logs of Prometheus and Alertmanager in ${folder}\n`)
  // Ratios need as many requests as make them say something.
  await pause(45_000)

  let failures = 0
  const all = allFaults(system, ageing, disks)
  const first = all.findIndex(({ name }) => name.includes(chosen.from))
  const isChosen = ({ name }: Fault) => chosen.only.split(',').some((text) => name.includes(text))
  for (const fault of all.slice(first).filter(isChosen)) {
    const isRight = await provoke(fault, watch).catch((error: unknown) => {
      process.stdout.write(`✗ ${fault.name}: ${(error as Error).message}\n`)
      return false
    })
    if (!isRight) failures += 1
  }
  process.stdout.write(`${failures === 0 ? 'every fault was one page' : `${failures} faults were not`}\n`)
  return failures
}

/** Breaks one thing and prints what came of it; whether it was the right page alone. */
async function provoke(fault: Fault, watch: Watch): Promise<boolean> {
  const known = new Set(await watch.active())
  const from = watch.notifications.length
  const beganAt = performance.now()
  const end = await fault.begin()
  const since = () => watch.notifications.slice(from).filter(({ status }) => status === 'firing')
  const right = () =>
    since().find(({ alert, receiver }) => fault.alerts.includes(alert) && receiver === fault.receiver)
  try {
    await until(() => right() !== undefined, fault.withinSeconds)
    await pause(quietSeconds * 1_000)
  } finally {
    await end()
  }
  const found = right()
  const explained = (await watch.firing()).length - 1
  await untilQuiet(watch, known)
  const others = since()
    .filter(({ alert, receiver }) => receiver === 'page' && alert !== found?.alert && !known.has(alert))
    .map(({ alert, atMs }) => `${alert} at ${((atMs - beganAt) / 1_000).toFixed(1)} s`)
  const seconds = found === undefined ? '—' : `${((found.atMs - beganAt) / 1_000).toFixed(1)} s`
  const isRight = found !== undefined && others.length === 0
  process.stdout.write(
    `${isRight ? '✓' : '✗'} ${fault.name.padEnd(48)} ${(found?.alert ?? 'no page').padEnd(28)} ${seconds.padStart(7)}   ${
      others.length === 0
        ? `${explained} others fired and were not sent`
        : `and ${[...new Set(others)].join(', ')}`
    }\n`,
  )
  return isRight
}

async function until(isDone: () => boolean, seconds: number): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1_000
  while (!isDone() && performance.now() < giveUpAt) await pause(100)
}

/** Waits until no page is open that was not open before. */
async function untilQuiet(watch: Watch, known: ReadonlySet<string>): Promise<void> {
  const giveUpAt = performance.now() + recoverySeconds * 1_000
  while (performance.now() < giveUpAt) {
    const open = (await watch.active()).filter(
      (name) => !known.has(name) && name !== 'OutturnBudgetBurningFast',
    )
    if (open.length === 0) return
    await pause(500)
  }
}
