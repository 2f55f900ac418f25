import { type CommandInput, type CommandOutput, Refusal, type reserveRun } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { coalesced } from '@outturn/postgres'
import type { BillingDeps } from '../deps.ts'
import { type AccountBook, type RunRequest, reserveForAccount } from '../domain/reserve-for-account.ts'
import { listPriceMicros } from '../domain/price-list.ts'
import { amountMicros, type Reservation } from '../domain/reservation.ts'
import { emptyFunds } from '../domain/account-funds.ts'
import { readBooks, saveReservedRuns } from '../store/reserve-runs.ts'

// Of the instances that meet on one account one saves in every round, so a round is lost only to progress elsewhere.
const mostRounds = 10

type Answer = Reservation | Refusal

/** Holds the price of a run. Concurrent runs are decided together and saved in one statement. */
export function handleReserveRun(deps: BillingDeps): Handler<typeof reserveRun> {
  const { terms } = deps
  const reserveTogether = coalesced((requests: readonly RunRequest[]) => reserveBatch(deps, requests))
  return async (input, { now }) => {
    if (listPriceMicros(terms.prices, input) === 0n) {
      return { state: 'held', coveredBy: 'free', amountMicros: '0' }
    }
    const answer = await reserveTogether({ ...input, now })
    if (answer instanceof Refusal) throw answer
    return toReply(answer, input)
  }
}

async function reserveBatch(deps: BillingDeps, requests: readonly RunRequest[]): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  let open = [...new Map(requests.map((request) => [request.runId, request])).values()]
  for (let round = 0; open.length > 0 && round < mostRounds; round += 1) {
    for (const [runId, answer] of await reserveRound(deps, open, round > 0)) answers.set(runId, answer)
    open = open.filter(({ runId }) => !answers.has(runId))
  }
  return requests.map(({ runId }) => answers.get(runId) ?? conflict())
}

/** Decides and saves the open runs once; those of an account that changed meanwhile are missing from the result. */
async function reserveRound(
  { pool, memory, terms, topUp }: BillingDeps,
  open: readonly RunRequest[],
  mustRead: boolean,
): Promise<Map<string, Answer>> {
  const byAccount = Map.groupBy(open, ({ accountId }) => accountId)
  const books = await openBooks({ pool, memory }, byAccount, mustRead)
  const decisions = [...byAccount].map(([accountId, runs]) =>
    reserveForAccount(books.get(accountId) as AccountBook, runs, terms, topUp),
  )
  const changes = decisions.flatMap(({ change }) => (change === null ? [] : [change]))
  const saved = await saveReservedRuns(pool, changes)
  for (const { funds, version } of changes) {
    if (saved.has(funds.accountId)) memory.remember({ funds, version: version + 1n })
    else memory.forget(funds.accountId)
  }
  const answers = new Map<string, Answer>(decisions.flatMap(({ refused }) => refused))
  for (const { known, change } of decisions) {
    const held = change !== null && saved.has(change.funds.accountId) ? change.reservations : []
    for (const reservation of [...known, ...held]) answers.set(reservation.runId, reservation)
  }
  return answers
}

/** The funds of each account from memory, or with its runs from the store where the memory has none or may not be used. */
async function openBooks(
  { pool, memory }: Pick<BillingDeps, 'pool' | 'memory'>,
  byAccount: ReadonlyMap<string, readonly RunRequest[]>,
  mustRead: boolean,
): Promise<Map<string, AccountBook>> {
  const books = new Map<string, AccountBook>()
  const unread: RunRequest[] = []
  for (const [accountId, runs] of byAccount) {
    const recalled = mustRead ? undefined : memory.recall(accountId)
    if (recalled === undefined) unread.push(...runs)
    else books.set(accountId, { ...recalled, reservations: null })
  }
  if (unread.length === 0) return books
  const accountIds = [...new Set(unread.map(({ accountId }) => accountId))]
  const stored = await readBooks(
    pool,
    accountIds,
    unread.map(({ runId }) => runId),
  )
  for (const request of unread) {
    const { accountId, now } = request
    const funds = stored.funds.get(accountId) ?? { version: 0n, funds: emptyFunds(accountId, now) }
    books.set(accountId, { ...funds, reservations: stored.reservations })
  }
  return books
}

function toReply(
  reservation: Reservation,
  { accountId }: CommandInput<typeof reserveRun>,
): CommandOutput<typeof reserveRun> {
  if (reservation.accountId !== accountId) throw new Error(`run ${reservation.runId} is of another account`)
  return {
    state: reservation.state === 'posted' ? 'posted' : 'held',
    coveredBy: reservation.coveredBy === 'allowance' ? 'allowance' : 'credits',
    amountMicros: String(amountMicros(reservation)),
  }
}

function conflict(): Refusal {
  return new Refusal('store_conflict', 'The funds of this account kept changing.', { retryAfterSeconds: 1 })
}
