import {
  type CommandInput,
  type CommandOutput,
  Refusal,
  type reserveRun,
  storeConflict,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { coalesced, onPool, type Runner } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import { failPoint } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { type AccountBook, type RunRequest, reserveForAccount } from '../domain/prices/reserve-for-account.ts'
import { listPriceMicros, runWork } from '../domain/tariff/price-list.ts'
import { amountMicros, type Reservation } from '../domain/ledger/reservation.ts'
import { type AccountFunds, emptyFunds } from '../domain/ledger/account-funds.ts'
import { staleKeys } from '../domain/spending/key-cap.ts'
import { countThisMonth } from '../flows/count-this-month.ts'
import { reservePaidRun } from '../flows/reserve-paid-run.ts'
import { lockAccounts } from '../store/account-books.ts'
import type { FundsMemory } from '../store/funds-memory.ts'
import type { VersionedFunds } from '../store/funds-row.ts'
import { readBooks, saveReservedRuns } from '../store/reserve-runs.ts'

/** Rounds without a lock: on what the memory says, then on what the store says. */
const optimisticRounds = 2
// With its accounts locked a round is lost only to a process that makes the row of a new account first.
const mostRounds = 5

type Answer = Reservation | Refusal

type Round = {
  readonly answered: readonly (readonly [runId: string, answer: Answer])[]
  readonly saved: readonly VersionedFunds[]
  /** Accounts that changed between the decision and the save. */
  readonly lost: readonly string[]
}

/** Holds the price of a run. Concurrent runs are decided together and saved in one statement. */
export function handleReserveRun(deps: BillingDeps): Handler<typeof reserveRun> {
  const { terms } = deps
  const reserveTogether = coalesced((requests: readonly RunRequest[]) => reserveBatch(deps, requests))
  return async (input, { now }) => {
    const { paymentId } = input
    if (paymentId !== undefined) return reservePaidRun(deps, { ...input, paymentId }, now)
    if (listPriceMicros(terms.prices, runWork(input)) === 0n) {
      return { state: 'held', coveredBy: 'free', amountMicros: '0' }
    }
    failPoint('billing.before-reserve')
    const answer = await reserveTogether({ ...input, now })
    failPoint('billing.after-reserve')
    if (answer instanceof Refusal) throw answer
    return toReply(answer, input)
  }
}

async function reserveBatch(deps: BillingDeps, requests: readonly RunRequest[]): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  let open = [...new Map(requests.map((request) => [request.runId, request])).values()]
  for (let round = 0; open.length > 0 && round < mostRounds; round += 1) {
    const memory = round === 0 ? deps.memory : null
    const { answered, saved, lost } =
      round < optimisticRounds
        ? await reserveRound(deps, onPool(deps.pool), open, memory)
        : await reserveLocked(deps, open)
    for (const [runId, answer] of answered) answers.set(runId, answer)
    // Only what is committed may be remembered: a version that never was would match the funds that another process saves later.
    for (const accountId of lost) deps.memory.forget(accountId)
    for (const funds of saved) deps.memory.remember(funds)
    open = open.filter(({ runId }) => !answers.has(runId))
  }
  return requests.map(({ runId }) => answers.get(runId) ?? conflict())
}

/** Keeps others out between reading and saving: without it many instances on one account would lose round after round. */
function reserveLocked(deps: BillingDeps, open: readonly RunRequest[]): Promise<Round> {
  return inTransaction(deps.db, async (tx) => {
    await lockAccounts(tx, [...new Set(open.map(({ accountId }) => accountId))])
    return reserveRound(deps, inside(tx), open, null)
  })
}

/** Decides and saves the open runs once; those of an account that changed meanwhile are not answered. */
async function reserveRound(
  { terms, reload }: BillingDeps,
  run: Runner,
  open: readonly RunRequest[],
  memory: FundsMemory | null,
): Promise<Round> {
  const byAccount = Map.groupBy(open, ({ accountId }) => accountId)
  const books = await openBooks(run, byAccount, memory)
  const decisions = [...books].map(([accountId, book]) =>
    reserveForAccount(book, byAccount.get(accountId) ?? [], terms, reload),
  )
  const changes = decisions.flatMap(({ change }) => (change === null ? [] : [change]))
  const winners = await saveReservedRuns(run, changes)
  const won = changes.filter(({ funds }) => winners.has(funds.accountId))
  const reservations = [
    ...decisions.flatMap(({ known }) => known),
    ...won.flatMap((change) => change.reservations),
  ]
  return {
    answered: [
      ...decisions.flatMap(({ refused }) => refused),
      ...reservations.map((reservation) => [reservation.runId, reservation] as const),
    ],
    saved: won.map(({ funds, version }) => ({ funds, version: version + 1n })),
    lost: changes.flatMap(({ funds }) => (winners.has(funds.accountId) ? [] : [funds.accountId])),
  }
}

/** The funds of each account from memory, or with its runs from the store where the memory has none or may not be used. */
async function openBooks(
  run: Runner,
  byAccount: ReadonlyMap<string, readonly RunRequest[]>,
  memory: FundsMemory | null,
): Promise<Map<string, AccountBook>> {
  const books = new Map<string, AccountBook>()
  const unread: RunRequest[] = []
  for (const [accountId, runs] of byAccount) {
    const recalled = memory?.recall(accountId)
    // What the keys spent in a new month is read from the store.
    const isCurrent = recalled !== undefined && runs.every((each) => countsMonthOf(recalled.funds, each))
    if (!isCurrent) unread.push(...runs)
    else books.set(accountId, { ...recalled, reservations: null })
  }
  if (unread.length === 0) return books
  const accountIds = [...new Set(unread.map(({ accountId }) => accountId))]
  const runIds = unread.map(({ runId }) => runId)
  const stored = await readBooks(run, accountIds, runIds)
  for (const [accountId, runs] of Map.groupBy(unread, (each) => each.accountId)) {
    const [{ now }] = runs as [RunRequest]
    const { version, funds } = stored.funds.get(accountId) ?? {
      version: 0n,
      funds: emptyFunds(accountId, now),
    }
    const keyIds = runs.map(({ keyId }) => keyId)
    const counted = await countThisMonth(run, funds, keyIds, latestOf(runs))
    books.set(accountId, { version, funds: counted, reservations: stored.reservations })
  }
  return books
}

function countsMonthOf({ caps }: AccountFunds, { keyId, now }: RunRequest): boolean {
  return staleKeys(caps, [keyId], now).length === 0
}

function latestOf(runs: readonly RunRequest[]): Date {
  return new Date(Math.max(...runs.map(({ now }) => now.getTime())))
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
  return storeConflict('The funds of this account kept changing.', { retryAfterSeconds: 1 })
}
