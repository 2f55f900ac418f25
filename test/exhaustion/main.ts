// `npm run exhaustion -- --minutes 30`: hostile requests, one kind after the other and all at once, until the time is up.
import { setTimeout as pause } from 'node:timers/promises'
import { connectOperator } from '../system/operator.ts'
import { countOf, misuse, readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { attacks } from './attacks.ts'
import { percentile } from './bystanders.ts'
import { untilNoRunIsOpen } from './evaluations.ts'
import { preciseDelays, readMeters } from './meters.ts'
import { besiege, givesBackSoon, heldForMs, type Siege, toLines, whatIsLeft } from './siege.ts'

const usage = `Usage: npm run exhaustion -- [--minutes NUMBER] [--scale NUMBER] [--attack TEXT]

  --minutes NUMBER  how long new rounds are begun; by default 5
  --scale NUMBER    how much of each attack; by default 4
  --attack TEXT     only the attacks whose names have this text; by default all
  --help            show this
`
const options = readOptions(usage, {
  minutes: { type: 'string', default: '5' },
  scale: { type: 'string', default: '4' },
  attack: { type: 'string', default: '' },
})
const chosen = attacks.filter(({ name }) => name.includes(options.attack))
if (chosen.length === 0) misuse(usage, `No attack has ${options.attack} in its name.`)
const largestRatio = 3
const longestLoopDelayMs = 100
const restMs = 60_000

function brokenBars({ phases }: Siege): string[] {
  const [alone, ...others] = phases
  const most = largestRatio * percentile(alone?.tookMs ?? [], 0.99)
  return others.flatMap(({ name, tookMs, failures, meters }) => [
    ...failures.map((failure) => `${name}: a bystander failed: ${failure}`),
    ...(percentile(tookMs, 0.99) > most ? [`${name}: the p99 is above ${most.toFixed(0)} ms`] : []),
    ...['gateway', 'spool'].flatMap((process) =>
      (meters[process]?.loopDelayMs ?? 0) > longestLoopDelayMs
        ? [`${name}: the event loop of ${process} was late by more than ${longestLoopDelayMs} ms`]
        : [],
    ),
  ])
}

const system = await startSystem('spread', {
  gateway: { RATE_QUOTA: '1000000', ...preciseDelays },
  spool: preciseDelays,
  verification: preciseDelays,
  signing: preciseDelays,
  billing: { ...givesBackSoon, ...preciseDelays },
})
const operator = await connectOperator(system.file())
try {
  const minutes = countOf(usage, options.minutes)
  const siege = await besiege(system.file(), operator, {
    attacks: chosen,
    oneByOne: true,
    deadlineMs: 30_000,
    phaseMs: 20_000,
    scale: countOf(usage, options.scale),
    endsAt: Date.now() + minutes * 60_000,
  })
  process.stdout.write(`${toLines(siege).join('\n')}\n`)
  // The rest begins when the runs that the attacks left have ended.
  await untilNoRunIsOpen(system.file(), Date.now() + heldForMs)
  await pause(restMs)
  const rested = await readMeters(system.file())
  const grown = Object.entries(rested).flatMap(([name, { memoryBytes }]) =>
    memoryBytes > 2 * (siege.resting[name]?.memoryBytes ?? 0)
      ? [`${name} has ${memoryBytes} bytes of memory after a minute of rest, above twice those of before`]
      : [],
  )
  const left = await whatIsLeft(system.file(), operator)
  const owed = Object.values(left).every((value) => Number(value) === 0) ? [] : [JSON.stringify(left)]
  const broken = [...brokenBars(siege), ...grown, ...owed]
  process.stdout.write(
    `${JSON.stringify(left)}\n${broken.length === 0 ? 'every bar holds' : broken.join('\n')}\n`,
  )
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await operator.close()
  await system.stop()
}
