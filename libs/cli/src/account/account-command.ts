import type { ConnectionOptions } from '../command.ts'
import { maskedKey } from '../connection/key-text.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { dollarsOfMicros } from '../terminal/money.ts'
import { pairLines, tableLines } from '../terminal/table.ts'

export interface UsageOptions extends ConnectionOptions {
  readonly days?: string
}

/** Runs and amounts of the last days. */
export async function runUsage(options: UsageOptions, host: Host): Promise<ExitStatus> {
  const { days } = options
  if (days !== undefined && !/^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/.test(days)) {
    throw new UnusableInput(`--days ${days} is not a number of days from 1 to 365.`)
  }
  const { client } = openClient(options, host)
  const period = days === undefined ? {} : { periodDays: Number(days) }
  const usage = await client.usage.get({ ...period, signal: host.signal })
  const { totals, recent } = usage
  printAnswer(host, options, usage, () => [
    ...pairLines([
      ['Period', `last ${usage.days.length} days`],
      ['Runs', String(totals.totalRuns)],
      ['Units accepted', `${totals.accepted} of ${totals.submitted}`],
      ['Value earned', dollarsOfMicros(totals.earned_micros)],
      ['Fees', dollarsOfMicros(totals.fees_accrued_micros)],
    ]),
    ...(recent.length === 0
      ? []
      : [
          '',
          ...tableLines(
            ['TIME', 'SPOOL', 'RESULT', 'EARNED', 'FEE'],
            recent.map((run) => [
              run.at,
              run.spool_id,
              run.result,
              dollarsOfMicros(run.earned_micros),
              dollarsOfMicros(run.fee_micros),
            ]),
          ),
        ]),
  ])
  return exitStatus.agrees
}

/** Credits and what is left of the allowance of the month. */
export async function runCredits(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const balance = await openClient(options, host).client.credits.balance({ signal: host.signal })
  const { verification, compile, period_end: renewed } = balance.allowance
  printAnswer(host, options, balance, () =>
    pairLines([
      ['Available', dollarsOfMicros(balance.available_micros)],
      ['Held for runs', dollarsOfMicros(balance.held_micros)],
      ['Being booked', dollarsOfMicros(balance.pending_micros)],
      ...(balance.owed_micros === '0' ? [] : [['Owed', dollarsOfMicros(balance.owed_micros)] as const]),
      ['Included runs', leftOf(verification)],
      ['Included compiles', leftOf(compile)],
      ['Renewed', renewed],
    ]),
  )
  return exitStatus.agrees
}

/** The account of the key, its limits and its allowance. */
export async function runAccount(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const account = await openClient(options, host).client.account.get({ signal: host.signal })
  const { allowance } = account
  printAnswer(host, options, account, () =>
    pairLines([
      ['Account', account.id],
      ['Name', account.name],
      ['Kind', account.kind],
      ['Environment', account.environment],
      ['Requests', `${account.limits.requests_per_minute} a minute for each client address`],
      ...(allowance === null
        ? []
        : ([
            ['Included runs', leftOf(allowance.verification)],
            ['Included compiles', leftOf(allowance.compile)],
            ['Renewed', allowance.period_end],
          ] as const)),
    ]),
  )
  return exitStatus.agrees
}

/** The key that is used: where it is set, and what the service says of it. */
export async function runKey(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const { client, settings } = openClient(options, host)
  const account = await client.account.get({ signal: host.signal })
  const { key, scope, spool_id, party_id, environment, id, name } = account
  const from = options.sandbox ? 'sandbox session' : (settings.key?.from ?? null)
  printAnswer(
    host,
    options,
    { key, scope, spool_id, party_id, environment, account: { id, name }, from, url: settings.url.value },
    () =>
      pairLines([
        ['Key', options.sandbox || settings.key === null ? '-' : maskedKey(settings.key.value)],
        ['Set by', from ?? '-'],
        ['Service', settings.url.value],
        ['Id', key?.id ?? '-'],
        ['Name', key?.name || '-'],
        ['Scope', scope],
        ['Account', `${id} (${name})`],
        ['Environment', environment],
        ...(spool_id === null ? [] : ([['Spool', spool_id]] as const)),
      ]),
  )
  return exitStatus.agrees
}

function leftOf({ remaining, limit }: { remaining: number; limit: number }): string {
  return `${remaining} of ${limit} left this month`
}
