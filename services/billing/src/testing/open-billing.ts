import { createHash, randomUUID } from 'node:crypto'
import type { Command, CommandInput, CommandOutput, VerifiedRun } from '@outturn/contracts'
import type { OperatorGrantSource } from '@outturn/vocabulary'
import { type CommandContext, type Handler, RawReply } from '@outturn/messaging'
import { coalesced, createPool, onPool, type Pool, StoredReply } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { patientPool, testDatabase } from '@outturn/testkit'
import { afterAll } from 'vitest'
import { noLane } from '../adapters/no-lane.ts'
import type { Deliveries } from '../adapters/spool.ts'
import type { BillingDeps, PackLane } from '../deps.ts'
import type { RunOutcome } from '../domain/ledger/abandoned-run.ts'
import type { PriceList } from '../domain/tariff/price-list.ts'
import { handleGrantCredits } from '../handlers/grant-credits.ts'
import { addContributions } from '../store/outcome-index/contributions.ts'
import { createFundsMemory } from '../store/funds-memory.ts'
import { postRuns, type RunToPost } from '../store/post-runs.ts'
import type { Tables } from '../store/tables.ts'

const listPrices: PriceList = {
  pricingVersion: '2026-01',
  verificationMicros: 100_000n,
  compileMicros: 50_000n,
}
export const noPrices: PriceList = { pricingVersion: '2026-01', verificationMicros: 0n, compileMicros: 0n }

/** Instant at which tests happen unless they say otherwise. */
export const testNow = new Date('2026-01-15T12:00:00.000Z')

export type OpenBilling = { readonly deps: BillingDeps; close(): Promise<void> }

type BillingOptions = {
  prices?: PriceList
  included?: number
  outcomes?: Map<string, RunOutcome>
  mpp?: PackLane
  /** What takes payments for single calls, of which there are none by default. */
  payments?: Pick<BillingDeps, 'x402' | 'deliveries' | 'clock'>
  /** Rails that are compared with the records. */
  books?: BillingDeps['books']
  /** The same pool as its other user sees it. */
  seen?: (pool: Pool) => Pool
}

/** A migrated database of one test file, and the instances that it opens there; all of it ends with the file. */
export async function testBilling() {
  const database = await testDatabase(['billing'])
  afterAll(() => database.drop())
  const opened: OpenBilling[] = []
  afterAll(() => Promise.all(opened.map((billing) => billing.close())))
  return {
    urlOf: database.urlOf,
    open(options?: BillingOptions): OpenBilling {
      const billing = openBilling(database.urlOf('outturn_billing'), options)
      opened.push(billing)
      return billing
    },
  }
}

/**
 * One billing instance on a migrated database, with its own pool and memory. Nothing is included unless `included` says
 * so, and every run whose outcome it asks for is in `outcomes` or unknown.
 */
export function openBilling(connectionString: string, options: BillingOptions = {}): OpenBilling {
  const { prices = listPrices, included = 0, outcomes = new Map(), mpp = null } = options
  const opened: Pool = createPool({
    connectionString,
    schema: 'billing',
    applicationName: 'billing-test',
    max: 4,
    ...patientPool,
  })
  const pool = options.seen?.(opened) ?? opened
  const deps: BillingDeps = {
    environment: 'production',
    terms: {
      prices,
      includedByDefault: { verifications: included, compiles: included },
      checkAfterMs: 60_000,
    },
    reload: { publicUrl: 'https://outturn.example', packRails: [], network: 'eip155:8453' },
    mpp,
    workPrices: {
      serviceFee: { estimatedBp: 200, maximumBp: 500 },
      railFee: { estimatedBp: 20, maximumBp: 100 },
      quoteTtlSeconds: 86_400,
    },
    pool,
    waitingAfterMs: 600_000,
    db: createDatabase<Tables>(pool),
    memory: createFundsMemory(),
    contribute: (contribution) => addContributions(onPool(pool), [contribution]),
    minAccountAgeDays: 7,
    slug: 'outturn',
    newPeriodKey: () => new Uint8Array(32),
    openedAt: async (ids) => new Map(ids.map((id) => [id, new Date(0)])),
    lowBalanceMicros: 2_000_000n,
    newUuid: randomUUID,
    post: coalesced((runs: readonly RunToPost[]) => postRuns(onPool(pool), runs), { lanes: 2 }),
    books: options.books ?? [],
    countPayment: () => undefined,
    ...(options.payments ?? { x402: noLane, deliveries: noDeliveries, clock: { now: () => testNow } }),
    log: { info: () => undefined, error: () => undefined },
    readOutcome: async (run) => outcomes.get(run) ?? { outcome: 'unknown' },
  }
  return { deps, close: () => opened.end() }
}

const noDeliveries: Deliveries = {
  appraise: () => Promise.reject(new Error('this test has no deliveries')),
  verify: () => Promise.reject(new Error('this test has no deliveries')),
}

/** Sends a command to a handler as an operator would, with a context that only `context` changes. */
export async function send<C extends Command>(
  handler: Handler<C>,
  input: CommandInput<C>,
  context: Partial<CommandContext> = {},
): Promise<CommandOutput<C>> {
  const reply = await handler(input, {
    principal: { kind: 'operator', name: 'test' },
    commandId: 'cmd_test',
    bodyDigest: digest(JSON.stringify(input)),
    requestId: 'req_test',
    deadline: testNow.getTime() + 5_000,
    now: testNow,
    traceContext: {},
    ...context,
  })
  if (reply instanceof RawReply) throw new Error('billing sends no raw replies')
  if (!(reply instanceof StoredReply)) return reply
  return JSON.parse(reply.text as string) as CommandOutput<C>
}

/** Credits an account with a grant of its own. */
export async function grant(
  deps: BillingDeps,
  account: string,
  amountCents: number,
  options: { source?: OperatorGrantSource; expiresAt?: string; commandId?: string } = {},
): Promise<string> {
  const { source = 'operator', expiresAt = null, commandId = `grant-${account}` } = options
  const input = { accountId: account, amountCents, source, expiresAt, reference: null, note: 'test' }
  const { grantId } = await send(handleGrantCredits(deps), input, { commandId })
  return grantId
}

export function accountId(name: string): string {
  return `acc_${digest(name).slice(0, 24)}`
}

export function runId(name: string): string {
  return `vr_${digest(name).slice(0, 24)}`
}

export function policyId(name: string): string {
  return `pol_${digest(name).slice(0, 24)}`
}

/** A UUID that a name always yields. */
export function eventId(name: string): string {
  return digest(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Facts of a verified run that passed with 18 of 20 units. */
export function verifiedRun(name: string, account: string, facts: Partial<VerifiedRun> = {}): VerifiedRun {
  return {
    runId: runId(name),
    accountId: account,
    spoolId: `spl_${digest(name).slice(0, 24)}`,
    receiptId: `ocr_${digest(name).slice(0, 24)}`,
    at: testNow.toISOString(),
    result: 'pass',
    submittedUnits: 20,
    acceptedUnits: 18,
    earnedCents: 450,
    useCase: 'dataset',
    ...facts,
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
