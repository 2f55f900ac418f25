import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type CreditsBalance, readBalance, readTrialBalance } from '@outturn/contracts'
import { dollarAbi, dollarAddress, localAccounts } from '@outturn/local-servers/payments'
import { Client } from 'pg'
import { type Attempt, isPaid, type Outcome } from './outcome.ts'
import type { PatientCaller } from './patient-caller.ts'
import type { World } from './world.ts'

/** What was paid by both rails, and every way in which that is not what was delivered and booked. */
export type Reckoning = {
  readonly transfers: number
  readonly chainMicros: bigint
  readonly charges: number
  readonly cardMicros: bigint
  readonly problems: readonly string[]
}

const quietMs = 120_000
const microsOfCent = 10_000n

/** Waits until nothing of the payments is under way any more, comes back for what was paid, and compares all books. */
export async function reckon(
  world: World,
  caller: PatientCaller,
  outcomes: readonly Outcome[],
): Promise<Reckoning> {
  const problems = [
    ...caller.wrong,
    ...outcomes.flatMap((each) => each.problems.map((text) => say(each, text))),
  ]
  if (!(await isQuiet(world))) problems.push(`payments are still under way after ${quietMs} ms`)
  const { used, transfers, chainMicros } = await readChain(world)
  const charged = chargedBy(world)
  for (const outcome of outcomes) {
    const paid = outcome.attempts.filter(({ mark }) =>
      outcome.rail === 'x402' ? used.has(mark) : charged.has(mark),
    )
    for (const attempt of paid) await comeBack(caller, outcome, attempt, problems)
    judge(outcome, paid.length, problems)
  }
  const intents = [...charged.values()]
  const cardMicros = intents.reduce((sum, cents) => sum + BigInt(cents) * microsOfCent, 0n)
  problems.push(...(await compareLedger(world, chainMicros, cardMicros)))
  problems.push(...(await compareCredits(world, outcomes, used)))
  return { transfers, chainMicros, charges: intents.length, cardMicros, problems }
}

function say({ number, rail, wish, mishap }: Outcome, text: string): string {
  return `payment ${number} (${rail}, ${wish}, ${mishap}): ${text}`
}

/** What was paid is delivered to whom comes back for it, with the bytes of before. */
async function comeBack(
  caller: PatientCaller,
  outcome: Outcome,
  attempt: Attempt,
  problems: string[],
): Promise<void> {
  const before = attempt.answers.filter(isPaid)
  const answer = await caller.untilAnswered(attempt.call)
  if (!isPaid(answer)) {
    problems.push(say(outcome, `was paid, and is answered ${answer.status} ${answer.text.slice(0, 300)}`))
    return
  }
  attempt.answers.push(answer)
  if (before.some(({ text }) => text !== answer.text)) {
    problems.push(say(outcome, `its repetition got other bytes: ${answer.text.slice(0, 300)}`))
  }
}

/** No more was delivered than was paid. */
function judge(outcome: Outcome, payments: number, problems: string[]): void {
  const delivered = new Set(
    outcome.attempts.flatMap(({ answers }) => answers.filter(isPaid).map((a) => a.text)),
  )
  if (outcome.isOnce && payments > 1) {
    problems.push(say(outcome, `was paid ${payments} times under one id`))
  }
  if (delivered.size !== payments) {
    problems.push(say(outcome, `was paid ${payments} times and delivered ${delivered.size} times`))
  }
}

async function readChain({ payments }: World) {
  const client = payments.chain.client()
  const all = { address: dollarAddress, abi: dollarAbi, fromBlock: 0n } as const
  const received = await client.getContractEvents({
    ...all,
    eventName: 'Transfer',
    args: { to: localAccounts.payee.address },
  })
  const authorizations = await client.getContractEvents({ ...all, eventName: 'AuthorizationUsed' })
  return {
    used: new Map(authorizations.map(({ args, transactionHash }) => [args.nonce as string, transactionHash])),
    transfers: received.length,
    chainMicros: received.reduce((sum, { args }) => sum + (args.value ?? 0n), 0n),
  }
}

/** Cents that the processor took, by challenge. */
function chargedBy({ stripe }: World): Map<string, number> {
  const charged = new Map<string, number>()
  for (const { metadata, amount_received: cents } of stripe.intents()) {
    const challenge = metadata['challenge_id']
    if (typeof challenge === 'string' && cents > 0)
      charged.set(challenge, (charged.get(challenge) ?? 0) + cents)
  }
  return charged
}

async function compareLedger(world: World, chainMicros: bigint, cardMicros: bigint): Promise<string[]> {
  const { sumMicros, accounts } = await world.operator.send(readTrialBalance, {})
  const booked = (name: string) =>
    -BigInt(accounts.find(({ account }) => account === name)?.balanceMicros ?? '0')
  const problems = sumMicros === '0' ? [] : [`the ledger sums to ${sumMicros}`]
  const [x402, mpp] = [booked('payments:x402'), booked('payments:mpp')]
  if (x402 !== chainMicros) problems.push(`the chain has ${chainMicros} micros, and the ledger ${x402}`)
  if (mpp !== cardMicros) problems.push(`the processor has ${cardMicros} micros, and the ledger ${mpp}`)
  return problems
}

/** Each account has the packs that were paid for it, once. */
async function compareCredits(
  { system, accounts, stripe }: World,
  outcomes: readonly Outcome[],
  used: ReadonlyMap<string, string>,
): Promise<string[]> {
  const problems: string[] = []
  for (const { accountId, apiKey } of accounts) {
    const packs = outcomes
      .filter((each) => each.rail === 'x402' && each.accountId === accountId)
      .flatMap(({ attempts }) => attempts.filter(({ mark }) => used.has(mark)))
      .map(({ call }) => (JSON.parse(call.body) as { pack_cents: number }).pack_cents)
    const cards = stripe.intents().filter(({ metadata }) => metadata['account_id'] === accountId)
    const cents = [...packs, ...cards.map(({ amount_received: taken }) => taken)].reduce((a, b) => a + b, 0)
    const response = await fetch(system.baseUrl + readBalance.http.path, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    const balance = (await response.json()) as CreditsBalance
    if (BigInt(balance.available_micros) !== BigInt(cents) * microsOfCent) {
      problems.push(`${accountId} paid ${cents} cents and has ${balance.available_micros} micros`)
    }
  }
  return problems
}

/** Whether no payment is left of which money may still move. */
async function isQuiet({ system }: World): Promise<boolean> {
  const url = readFileSync(system.file().database_url_file, 'utf8').trim()
  const giveUpAt = Date.now() + quietMs
  while (Date.now() < giveUpAt) {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ open: number }>(
      `select (select count(*) from billing.payment_claim where state = 'settling')::int
            + (select count(*) from billing.credit_purchase where finished_at is null)::int as open`,
    )
    await client.end()
    if (rows[0]?.open === 0) return true
    await pause(1_000)
  }
  return false
}
