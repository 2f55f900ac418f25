// `npm run rolling`: restarts two processes of each service one by one under load, behind a load balancer, and counts what a caller notices.
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { startBalancer } from '@outturn/testkit/balancer'
import { oneOfEach, readAccountRecords } from '../crash/books.ts'
import { wrongAnswers } from '../crash/read-back.ts'
import { connectOperator } from '../system/operator.ts'
import { countOf, readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { type Replica, startFurther } from './replicas.ts'
import { sendSteadily } from './steady-calls.ts'

const usage = `Usage: npm run rolling -- [--per-second NUMBER]

  --per-second NUMBER  requests that are sent each second; by default 50
  --help               show this
`
const given = readOptions(usage, { 'per-second': { type: 'string', default: '50' } })
const perSecond = countOf(usage, given['per-second'])
const services = [
  'gateway',
  'spool',
  'verification',
  'fetcher',
  'signing',
  'billing',
  'settlement',
  'document-audit',
] as const
/** The usual times of a stop. A machine that is busy with something else is no fault of these. */
const ofTest = { OUTTURN_STOP_TIMEOUT_MS: '25000', OUTTURN_EVENT_LOOP_LIMIT_MS: '10000' }
const ofStores = { OUTTURN_POOL_WAIT_MS: '10000', OUTTURN_STATEMENT_TIMEOUT_MS: '10000' }
/** Load before the first and after the last restart. */
const quietMs = 3_000
const convergenceMs = 120_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const startedAt = Date.now()
const report = (text: string) =>
  print(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)

const system = await startSystem('spread', {
  ...Object.fromEntries(services.map((service) => [service, { ...ofTest, ...ofStores }])),
  fetcher: ofTest,
  gateway: { ...ofTest, ...ofStores, OUTTURN_STOP_DELAY_MS: '5000' },
})
const further = new Map<string, Replica>()
const operator = await connectOperator(system.file())
try {
  for (const service of services) further.set(service, await startFurther(system, service))
  report('two processes of each service are ready')
  const gatewayReady = new URL('/readyz', system.file().metrics['gateway']).href
  await using balancer = await startBalancer([{ url: system.baseUrl, readyUrl: gatewayReady }])
  balancer.add(further.get('gateway') as Replica)
  const account = await operator.openAccount({ cents: 100_000_000 })
  let stage = 'before'
  const load = sendSteadily({
    baseUrl: balancer.url,
    apiKey: account.apiKey,
    perSecond,
    stage: () => stage,
  })
  await pause(quietMs)
  for (const service of services) {
    stage = service
    const pid = system.file().pids[service] as number
    const { replaced } = system.watch(service)
    process.kill(pid, 'SIGTERM')
    await replaced()
    await further.get(service)?.process.stop(60_000)
    const next = await startFurther(system, service)
    further.set(service, next)
    if (service === 'gateway') balancer.add(next)
    report(`${service} is restarted; ${load.calls.length} requests so far`)
  }
  stage = 'after'
  await pause(quietMs)
  await load.end()
  report('reading back')

  const calls = load.calls.length
  const lost = wrongAnswers(load.calls)
  const repeated = load.calls.filter(({ attempts }) => attempts > 1)
  const isOnce = await converges(account.accountId, calls)
  const { refused, reset, none } = balancer.failed
  print(`${calls} requests at ${perSecond} a second, ${services.length} services restarted twice each`)
  print(
    `refused ${refused}, reset ${reset}, no gateway ready ${none}, without an answer ${JSON.stringify(load.unanswered)}`,
  )
  print(`answered after a repetition ${repeated.length}, lost or wrong ${lost.length}`)
  print(`one Spool, run, receipt and charge for each: ${isOnce ? 'yes' : 'NO'}`)
  for (const { fault, refusals } of repeated.slice(0, 20))
    print(`  repeated (${fault}): ${refusals.join(' | ').slice(0, 300)}`)
  for (const each of lost.slice(0, 20)) print(`  LOST ${JSON.stringify(each).slice(0, 300)}`)
  const isUnnoticed = refused + reset + none + lost.length + Object.keys(load.unanswered).length === 0
  process.exitCode = isUnnoticed && isOnce ? 0 : 1
} finally {
  await operator.close()
  await Promise.all([...further.values()].map((replica) => replica.process.stop()))
  await system.stop()
}

/** Whether each call has one of everything, once nothing is under way any more. */
async function converges(accountId: string, calls: number): Promise<boolean> {
  const expected = oneOfEach(calls)
  for (const giveUpAt = Date.now() + convergenceMs; ; await pause(500)) {
    const found = await readAccountRecords(system.file(), accountId)
    if (isDeepStrictEqual(found, expected)) return true
    if (Date.now() < giveUpAt) continue
    print(`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
    return false
  }
}
