// `npm run soak -- --minutes 5`: kills a random process every two seconds under load, then reads everything back.
import { setTimeout as pause } from 'node:timers/promises'
import { connectOperator } from '../system/operator.ts'
import { countOf, readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { readAccountRecords } from './books.ts'
import { createClientLoad } from './client-load.ts'
import { brokenReceipts, changedAnswers, readMoney, wrongAnswers } from './read-back.ts'

const usage = `Usage: npm run soak -- [--minutes NUMBER]

  --minutes NUMBER  how long processes are killed; by default 5
  --help            show this
`
const minutes = countOf(usage, readOptions(usage, { minutes: { type: 'string', default: '5' } }).minutes)
const endsAt = Date.now() + minutes * 60_000
const victims = ['gateway', 'spool', 'verification', 'signing', 'billing', 'fetcher', 'nats', 'postgres']
const killEveryMs = 2_000
const callsBetweenKills = 40
const convergenceMs = 120_000

const system = await startSystem('spread')
const operator = await connectOperator(system.file())
try {
  const account = await operator.openAccount({ cents: 100_000_000 })
  const before = await readMoney(system, operator, account)
  const load = createClientLoad({ baseUrl: system.baseUrl, apiKey: account.apiKey })
  const kills: Record<string, number> = {}
  while (Date.now() < endsAt) {
    const victim = victims[Math.floor(Math.random() * victims.length)] as string
    load.wave(`kill ${victim}`, callsBetweenKills)
    await pause(killEveryMs)
    if (!killed(victim)) continue
    kills[victim] = (kills[victim] ?? 0) + 1
  }
  process.stdout.write(`${load.calls.length} calls, killed ${JSON.stringify(kills)}; reading back\n`)
  await load.settled()

  const damage = [
    ...wrongAnswers(load.calls),
    ...(await changedAnswers(system, account, load.calls)),
    ...(await brokenReceipts(system, account, load.calls)),
  ]
  const calls = load.calls.length
  const isConverged = await converges(account.accountId, calls)
  const money = await readMoney(system, operator, account)
  const isPaid = money.sum === 0n && before.available - money.available === money.revenue && money.held === 0n
  for (const each of damage) process.stdout.write(`DAMAGE ${JSON.stringify(each)}\n`)
  process.stdout.write(`${damage.length} damaged, counts ${isConverged ? 'right' : 'WRONG'}, `)
  process.stdout.write(`ledger ${isPaid ? 'right' : 'WRONG'}\n`)
  process.exitCode = damage.length === 0 && isConverged && isPaid ? 0 : 1
} finally {
  await operator.close()
  await system.stop()
}

/** False when it is on its way back from the last time. */
function killed(victim: string): boolean {
  try {
    system.kill(victim)
    return true
  } catch {
    return false
  }
}

async function converges(accountId: string, calls: number): Promise<boolean> {
  const giveUpAt = Date.now() + convergenceMs
  for (;;) {
    const records = await readAccountRecords(system.file(), accountId)
    const { openProcesses, heldReservations, unfinishedEvents, ...once } = records
    const isSettled = openProcesses + heldReservations + unfinishedEvents === 0
    if (isSettled && Object.values(once).every((count) => count === calls)) return true
    if (Date.now() > giveUpAt) {
      process.stdout.write(`${calls} calls left ${JSON.stringify(records)}\n`)
      return false
    }
    await pause(1_000)
  }
}
