import { randomUUID } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { LocalServerError } from '@outturn/local-servers'
import { collectAtRest } from '@outturn/service/collect-at-rest'
import { showMails } from './home/show-mails.ts'
import { type LocalSystem, startLocalSystem } from './local-system.ts'
import { type LocalOptions, readOptions, UsageError, usage } from './options.ts'
import { repository } from '@outturn/model/places'
import { watchStarter } from './starter-watch.ts'
import { readAllowance, sampleLines, verifySample } from './sample-delivery.ts'

const startedAt = performance.now()

function tell(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)
  process.stderr.write(`${seconds} s  ${message}\n`)
}

/** Settles when someone wants the system to stop: a signal, or the program that started it is gone. */
function untilStopped(): { signal: AbortSignal; stopped: Promise<void> } {
  const stopping = new AbortController()
  const stop = () => {
    if (!stopping.signal.aborted) tell('stopping')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  watchStarter(stop)
  return {
    signal: stopping.signal,
    stopped: new Promise((resolve) => stopping.signal.addEventListener('abort', () => resolve())),
  }
}

/**
 * Limits of a stop, ms. A start that fails or is interrupted has less time than a running system, which may have much to store. What has not
 * stopped by then ends when this process exits.
 */
const stopLimitMs = { unfinishedStart: 6_000, system: 20_000 }
/** How long an interrupted start may take to finish its current step, ms: only what has started can be stopped in order. */
const interruptedStepMs = 2_000

async function main(options: LocalOptions): Promise<void> {
  const { signal, stopped } = untilStopped()
  const stops = new AsyncDisposableStack()
  let isStarted = false
  const starting = startAndShow(options, stops, signal).then(() => {
    isStarted = true
  })
  try {
    await Promise.race([starting, stopped])
    if (isStarted) await stopped
    else await Promise.race([starting.catch(() => {}), sleep(interruptedStepMs)])
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    const limitMs = isStarted ? stopLimitMs.system : stopLimitMs.unfinishedStart
    await stopWithin(limitMs, stops)
  }
}

async function startAndShow(
  options: LocalOptions,
  stops: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<void> {
  const system = await startLocalSystem(options, tell, stops, signal)
  const isWhole = system.problems.length === 0
  if (options.demo && isWhole) await showSample(system)
  showWhereabouts(system, await readAllowance(system.file))
  if (!isWhole) showProblems(system)
  const stopShowing = showMails(system.home.mails, (text) => process.stdout.write(text))
  stops.defer(stopShowing)
  tell('ready')
  stops.defer(collectAtRest())
}

/** A failed stop is reported and hides no error of the start. */
async function stopWithin(limitMs: number, stops: AsyncDisposableStack): Promise<void> {
  const outcome = await Promise.race([
    stops.disposeAsync().then(
      () => 'stopped',
      (error: unknown) => `the stop failed: ${String(error)}`,
    ),
    sleep(limitMs, `the stop took longer than ${limitMs / 1_000} s; the rest is ended`),
  ])
  if (outcome === 'stopped') return
  tell(outcome)
  process.exitCode = 1
}

/** An account that has used up what a month includes is no reason not to run. */
async function showSample({ file, requestFile }: LocalSystem): Promise<void> {
  const result = await verifySample(file.base_url, file.api_key, file.keys_url, dirname(requestFile))
  process.stdout.write(`${sampleLines(result, file.account_id).join('\n')}\n`)
  if ('verdict' in result && !result.verdict.valid) process.exitCode = 1
}

function showWhereabouts({ home, file, requestFile }: LocalSystem, allowance: string): void {
  const at = (path: string) => {
    const fromHere = relative(process.cwd(), path)
    return fromHere.startsWith('..') ? path : fromHere
  }
  const inHome = (name: string) => at(join(home.path, name))
  const isOwnHome = home.path === join(repository, '.outturn')
  const pay = (what: string) => `  npm run -s outturn -- pay ${what} --payer ${at(home.payerFile)}`
  const lines = [
    '',
    'The guide and the samples need these two:',
    `  export OUTTURN_URL=${file.base_url}`,
    `  export OUTTURN_KEY=${file.api_key}`,
    ...(isOwnHome ? [] : [`  export OUTTURN_HOME=${home.path}   # for the tutorials and npm run`]),
    `  ${allowance}`,
    '',
    'Try it yourself:',
    `  curl -s ${file.base_url}/api/v1/verify \\`,
    `    -H 'authorization: Bearer ${file.api_key}' -H 'content-type: application/json' \\`,
    `    -H 'idempotency-key: ${randomUUID()}' \\`,
    `    -d @${at(requestFile)} -o receipt.json`,
    `  curl -s ${file.keys_url} -o keys.json`,
    '  npm run -s outturn -- verify receipt.json --keys keys.json',
    ...(file.payments === undefined
      ? []
      : [
          '',
          'Pay for the same without a key, and buy credits with a wallet or a card:',
          pay(`verification ${at(requestFile)} -o ${inHome('paid-receipt.json')}`),
          pay(`pack 500 -o ${inHome('paid-credits.json')}`),
          pay(`pack 500 --card -o ${inHome('paid-by-card.json')}`),
        ]),
    ...(file.settlement === undefined
      ? []
      : [
          '',
          'Settle until the seller has what was earned: from a wallet that signs after the verdict, under a grant, by card:',
          '  bash docs/tutorial/settle.sh',
          '  bash docs/tutorial/settle-with-a-grant.sh',
          '  bash docs/tutorial/settle-by-card.sh     # BY_HAND=1 bash … lets you fill in the pages in a browser',
        ]),
    '',
    'Open the console in a browser; the link works once, for 15 minutes. Mails for other addresses are printed here:',
    `  ${file.sign_in_url}`,
    '',
    `  API       ${file.base_url}   (described in ${file.base_url}/openapi.json)`,
    `  account   ${file.account_id}   keys and data in ${at(home.path)}, logs in ${at(home.logs)}`,
    `  keys      ${file.keys_url}`,
    `  scripts   ${at(home.localFile)} has all of this`,
    '',
    'Ctrl-C stops everything and keeps the data.',
    '',
  ]
  process.stdout.write(lines.join('\n'))
}

/** What serves and does not do all of its work. */
function showProblems({ problems }: LocalSystem): void {
  const lines = problems.flatMap(({ message, advice }) => [
    `  ${message}`,
    ...advice.split('\n').map((line) => `    ${line}`),
  ])
  process.stdout.write(`\nNot everything works yet:\n${lines.join('\n')}\n\n`)
}

/** The message for the person at the terminal; the stack as well where the error is a defect. */
function reportFailure(error: unknown): void {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${usage}`)
  else if (error instanceof LocalServerError) process.stderr.write(`\n${error.message}\n`)
  else process.stderr.write(`\nThe start failed: ${inspect(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) process.stdout.write(usage)
  else await main(options)
} catch (error) {
  reportFailure(error)
}
// Not left to the event loop: a server or a timer that a failed start left behind would keep this process, and so itself, running.
process.exit()
