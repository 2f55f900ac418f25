import type { checkBillingSums, CommandOutput, Statement, StatementEntry } from '@outturn/contracts'
import { dollars, parseDecimal } from '@outturn/money'
import { statementCsv, statementPdf, usageCsv } from '@outturn/statements'
import { pdfText } from '@outturn/statements/testing'
import { refusalOfPending } from '@outturn/testkit/refusals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { refundCredits } from '../../domain/ledger/refund-debt.ts'
import { grantPack } from '../../flows/grant-pack.ts'
import { appendTransfers, lockFunds, saveFunds } from '../../store/account-books.ts'
import { chargeVerifiedRun } from '../../flows/charge-verified-run.ts'
import { voidReservation } from '../../flows/void-reservation.ts'
import { readDriftingAccounts } from '../../store/balances.ts'
import { closeStatements } from '../../sweepers/close-statements.ts'
import { sweepExpiredCreditGrants } from '../../sweepers/expire-credit-grants.ts'
import {
  accountId,
  openBilling,
  policyId,
  runId,
  send,
  testBilling,
  verifiedRun,
} from '../../testing/open-billing.ts'
import { handleChargeAudit } from '../charges/charge-audit.ts'
import { handleChargeCompile } from '../charges/charge-compile.ts'
import { handleGrantCredits } from '../grant-credits.ts'
import { handleReserveRun } from '../reserve-run.ts'
import { handleListUsageRows } from '../usage/list-usage-rows.ts'
import { handleReadUsageReport } from '../usage/read-usage-report.ts'
import { handleCheckBillingSums } from './check-billing-sums.ts'
import { handleListStatementEntries } from './list-statement-entries.ts'
import { handleListStatements } from './list-statements.ts'
import { handleReadStatement } from './read-statement.ts'

const { open, urlOf } = await testBilling()
const { deps } = open({ included: 1 })
const [key, otherKey] = ['key_00000000000000000000aaaa', 'key_00000000000000000000bbbb']

const at = (text: string) => new Date(`${text}Z`)
const sum = (amounts: readonly string[]) => amounts.reduce((total, micros) => total + BigInt(micros), 0n)

const statementOf = (account: string, month: string, now: Date): Promise<Statement> =>
  send(handleReadStatement(deps), { accountId: account, month }, { now })

const reportOf = (account: string, from: string, to: string) =>
  send(handleReadUsageReport(deps), { accountId: account, from, to })

/** All entries of a month, page by page. */
async function entriesOf(account: string, month: string, now: Date, limit = 4): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let after: string | null = null
  do {
    const input = { accountId: account, month, after, limit }
    const page: { entries: StatementEntry[]; next: string | null } = await send(
      handleListStatementEntries(deps),
      input,
      { now },
    )
    entries.push(...page.entries)
    after = page.next
  } while (after !== null)
  return entries
}

async function rowsOf(account: string, from: string, to: string) {
  const rows = []
  let after: string | null = null
  do {
    const input = { accountId: account, from, to, after, limit: 4 }
    const page: Awaited<ReturnType<typeof listRows>> = await listRows(input)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}
const listRows = (input: {
  accountId: string
  from: string
  to: string
  after: string | null
  limit: number
}) => send(handleListUsageRows(deps), input)

/** What the ledger says the account has: available, reserved and owed. */
async function ledgerBalance(account: string): Promise<bigint> {
  const { rows } = await deps.pool.query<{ micros: string }>(
    `select coalesce(sum(amount_micros), 0)::text as micros from entry
     where split_part(account, ':', 2) = $1`,
    [account],
  )
  return BigInt(rows[0]?.micros ?? 0)
}

/** Compares statement, entries and usage of a month with each other. */
async function expectAgreement(account: string, month: string, now: Date): Promise<Statement> {
  const statement = await statementOf(account, month, now)
  const entries = await entriesOf(account, month, now)
  const micros = (name: keyof Statement) => BigInt(statement[name] as string)
  expect(
    micros('openingMicros') +
      micros('boughtMicros') +
      micros('grantedMicros') -
      micros('chargedMicros') -
      micros('expiredMicros') -
      micros('refundedMicros'),
  ).toBe(micros('closingMicros'))

  expect(entries).toHaveLength(statement.entries)
  expect(micros('openingMicros') + sum(entries.map(({ amountMicros }) => amountMicros))).toBe(
    micros('closingMicros'),
  )
  const last = entries.at(-1)
  if (last !== undefined) expect(last.balanceMicros).toBe(statement.closingMicros)
  const charges = entries.filter(({ kind }) => kind === 'verification' || kind === 'compilation')
  expect(-sum(charges.map(({ amountMicros }) => amountMicros))).toBe(micros('chargedMicros'))
  for (const line of statement.keys) {
    const own = charges.filter(({ keyId }) => keyId === line.keyId)
    expect(-sum(own.map(({ amountMicros }) => amountMicros))).toBe(BigInt(line.amountMicros))
  }
  for (const line of statement.useCases) {
    const own = charges.filter(({ useCase }) => useCase === line.useCase)
    expect(-sum(own.map(({ amountMicros }) => amountMicros))).toBe(BigInt(line.amountMicros))
  }

  const days = new Date(Date.parse(`${month}-01T00:00:00Z`)).getUTCMonth() === 1 ? 28 : 31
  const [from, to] = [`${month}-01`, `${month}-${days}`]
  const { totals, ...parts } = await reportOf(account, from, to)
  const charged = BigInt(totals.chargedMicros)
  expect(charged).toBe(micros('chargedMicros'))
  expect(sum(parts.keys.map((each) => each.chargedMicros))).toBe(charged)
  expect(sum(parts.days.map((each) => each.chargedMicros))).toBe(charged)
  expect(sum(parts.useCases.map((each) => each.runMicros)) + BigInt(totals.compilationMicros)).toBe(charged)
  expect(sum(statement.keys.map((each) => each.amountMicros))).toBe(charged)
  expect(sum(statement.useCases.map((each) => each.amountMicros)) + BigInt(totals.compilationMicros)).toBe(
    charged,
  )
  expect(sum(statement.charges.map((each) => each.amountMicros))).toBe(charged)
  const rows = await rowsOf(account, from, to)
  expect(sum(rows.map((each) => each.chargedMicros))).toBe(charged)
  expect(rows.reduce((runs, each) => runs + each.runs, 0)).toBe(totals.runs)
  expect(totals.passed + totals.partial + totals.failed + totals.undecided).toBe(totals.runs)
  return statement
}

/** Compares the files of a month with its statement: to the micro in the CSV, and each figure as it is shown in the PDF. */
async function expectFiles(account: string, statement: Statement, now: Date): Promise<void> {
  const { month, number } = statement
  const entries = await entriesOf(account, month, now)
  const lines = await csvOf(statementCsv(once({ number, entries }), new Map()))
  const amounts = lines.map((cells) => ({ kind: cells[3], micros: parseDecimal(padded(cells[10] ?? ''), 6) }))
  const charges = amounts.filter(({ kind }) => kind === 'verification' || kind === 'compilation')
  expect(-charges.reduce((total, { micros }) => total + micros, 0n)).toBe(BigInt(statement.chargedMicros))
  const rows = await rowsOf(account, `${month}-01`, `${month}-28`)
  const later = await rowsOf(account, `${month}-29`, `${month}-31`)
  const usage = await csvOf(usageCsv(once([...rows, ...later]), new Map()))
  const charged = usage.reduce((total, cells) => total + parseDecimal(padded(cells[10] ?? ''), 6), 0n)
  expect(charged).toBe(BigInt(statement.chargedMicros))
  for (const cells of [...lines, ...usage]) expect(cells.join()).not.toMatch(/(^|,)=cmd/)

  const owner = {
    issuer: 'Outturn',
    accountId: account,
    accountName: 'Larkfield',
    names: new Map<string, string>(),
  }
  const text = pdfText(await statementPdf(statement, owner))
  const { openingMicros, boughtMicros, chargedMicros, closingMicros } = statement
  const lineAmounts = [...statement.charges, ...statement.keys, ...statement.useCases].map(
    (each) => each.amountMicros,
  )
  for (const micros of [openingMicros, boughtMicros, chargedMicros, closingMicros, ...lineAmounts]) {
    expect(text).toContain(dollars(BigInt(micros)))
  }
}

async function* once<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}

/** The cells of a CSV file, without its header. No cell of these tests holds a comma. */
async function csvOf(chunks: AsyncIterable<string>): Promise<string[][]> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
}

/** A plain decimal, which may have fewer places. */
const padded = (text: string) => (/^-?\d+\.\d{2,6}$/.test(text) ? text : `not an amount: ${text}`)

const acts = fc.array(
  fc.record({
    act: fc.constantFrom(
      'reserve',
      'reserve',
      'verify',
      'verify',
      'void',
      'compile',
      'audit',
      'replay',
      'grant',
      'expire',
    ),
    run: fc.integer({ min: 0, max: 5 }),
    keyId: fc.constantFrom(key, otherKey, null),
    useCase: fc.constantFrom('dataset', '=cmd()', 'url'),
    result: fc.constantFrom('pass' as const, 'partial' as const, 'fail' as const, 'uncertain' as const),
    isUncharged: fc.boolean(),
    hours: fc.constantFrom(0, 0, 1, 5, 30),
    /** Hours by which the clock of the process is behind. */
    behind: fc.constantFrom(0, 0, 0, 40),
  }),
  { minLength: 8, maxLength: 20 },
)

type Act = typeof acts extends fc.Arbitrary<(infer One)[]> ? One : never

async function perform(account: string, index: number, plan: Act, now: Date): Promise<void> {
  const { act, run, keyId, useCase, result } = plan
  const name = `${account} ${run}`
  const input = { runId: runId(name), accountId: account, freeTextCompiles: run % 3, keyId, useCase }
  switch (act) {
    case 'reserve':
      await send(handleReserveRun(deps), input, { now }).catch(() => null)
      break
    case 'verify': {
      const isUncharged = result === 'uncertain' && plan.isUncharged
      const facts = {
        at: now.toISOString(),
        useCase,
        result,
        ...(isUncharged && { isUncharged: true as const }),
      }
      await chargeVerifiedRun(deps, verifiedRun(name, account, facts), null, now)
      break
    }
    case 'void':
      await voidReservation(deps, input, null, now)
      break
    case 'compile': {
      const compile = { compileId: policyId(`${name} ${index}`), accountId: account, keyId }
      await send(handleChargeCompile(deps), compile, { now }).catch(() => null)
      break
    }
    case 'audit':
    case 'replay': {
      const kind = act === 'audit' ? ('invoice_audit' as const) : ('promise_replay' as const)
      const audit = { auditId: derivedId('audit', `${name} ${index}`), kind, accountId: account, keyId }
      await send(handleChargeAudit(deps), audit, { now }).catch(() => null)
      break
    }
    case 'grant': {
      const expiresAt = run % 2 === 0 ? new Date(now.getTime() + 20 * 3_600_000).toISOString() : null
      const source = run % 2 === 0 ? ('promo' as const) : ('operator' as const)
      const grant = {
        accountId: account,
        amountCents: 20 + run,
        source,
        expiresAt,
        reference: null,
        note: 'test',
      }
      await send(handleGrantCredits(deps), grant, { now, commandId: `${account} grant ${index}` })
      break
    }
    default:
      await sweepExpiredCreditGrants(deps, now)
  }
}

test('usage, entries, statement and rows agree whatever happens around the end of a month, and a closed one stays as it is', async () => {
  let year = 2030
  await fc.assert(
    fc.asyncProperty(acts, async (plan) => {
      // Months are closed for all accounts, so each history has a year of its own.
      year += 2
      const account = accountId(`statements ${year}`)
      await closeUpTo(`${year - 1}-12`)
      await perform(account, -1, { ...(plan[0] as Act), act: 'grant', run: 5 }, at(`${year}-01-30T20:00:00`))
      let now = at(`${year}-01-30T21:00:00`)
      let closed: Statement | null = null
      for (const [index, each] of plan.entries()) {
        now = new Date(now.getTime() + each.hours * 3_600_000)
        if (closed === null && now >= at(`${year}-02-01T02:00:00`)) {
          await closeStatements(deps, now)
          closed = await statementOf(account, `${year}-01`, now)
        }
        await perform(account, index, each, new Date(now.getTime() - each.behind * 3_600_000))
      }
      const february = new Date(Math.max(now.getTime(), at(`${year}-02-01T02:00:00`).getTime()))
      const january = await expectAgreement(account, `${year}-01`, february)
      if (closed !== null) expect(january).toEqual(closed)
      await expectFiles(account, january, february)
      const later = await expectAgreement(account, `${year}-02`, february)
      expect(later.openingMicros).toBe(january.closingMicros)
      expect(BigInt(later.closingMicros)).toBe(await ledgerBalance(account))
      if (closed === null) await closeStatements(deps, february)
      await closeStatements(deps, at(`${year}-03-01T02:00:00`))
      const both = await send(
        handleListStatements(deps),
        { accountId: account },
        { now: at(`${year}-03-02T00:00:00`) },
      )
      const inYear = both.statements
        .filter(({ state }) => state === 'closed')
        .map(({ closingMicros }) => closingMicros)
      expect(inYear.at(-1)).toBe(january.closingMicros)
    }),
    { numRuns: 5, endOnFailure: true },
  )
  expect(await readDriftingAccounts(deps.db)).toEqual([])
})

/** Has all months up to this one closed, without statements. */
async function closeUpTo(month: string): Promise<void> {
  await deps.pool.query(
    `insert into statement_month (month, ends_at, noted_at, sealed_at, closed_at)
     values ($1, ($1 || '-01T00:00:00Z')::timestamptz + interval '1 month', $2, $2, $2)`,
    [month, at('2030-01-01T00:00:00')],
  )
}

test('a charge that comes after its month was closed is of the next month', async () => {
  const account = accountId('late capture')
  await perform(account, 0, { ...lateAct, act: 'grant' }, at('2050-01-10T00:00:00'))
  await closeUpTo('2049-12')
  await perform(account, 1, { ...lateAct, act: 'reserve' }, at('2050-01-31T23:00:00'))
  await perform(account, 2, { ...lateAct, act: 'reserve', run: 3 }, at('2050-01-31T23:00:00'))
  expect(await closeStatements(deps, at('2050-02-01T01:59:59'))).toBe(0)
  expect(await statementOf(account, '2050-01', at('2050-02-01T01:59:59'))).toMatchObject({ state: 'open' })
  expect(await closeStatements(deps, at('2050-02-01T02:00:00'))).toBe(1)
  const january = await statementOf(account, '2050-01', at('2050-02-01T02:00:00'))
  expect(january).toMatchObject({
    state: 'closed',
    chargedMicros: '0',
    number: `stm_2050_01_${account.slice(4, 12)}`,
  })
  expect(january.digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  await perform(account, 3, { ...lateAct, act: 'verify', run: 3 }, at('2050-01-31T23:59:59'))
  expect(await statementOf(account, '2050-01', at('2050-02-01T03:00:00'))).toEqual(january)
  const [entry] = await entriesOf(account, '2050-02', at('2050-02-01T03:00:00'))
  expect(entry).toMatchObject({
    at: '2050-02-01T00:00:00.000Z',
    kind: 'verification',
    reference: runId(`${account} 3`),
  })
  expect(await closeStatements(deps, at('2050-02-01T03:00:00'))).toBe(0)
  const { rows } = await deps.pool.query<{ body: string }>(
    `select body from outbox where body like '%' || $1 || '%'`,
    [account],
  )
  expect(rows.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { accountId: account, month: '2050-01', number: january.number, closingMicros: january.closingMicros },
  ])
})

const lateAct: Act = {
  act: 'verify',
  run: 5,
  keyId: key,
  useCase: 'dataset',
  result: 'pass',
  isUncharged: false,
  hours: 0,
  behind: 0,
}

test('a month that a transaction may still charge to is not closed', async () => {
  await closeUpTo('2059-12')
  const account = accountId('still charged')
  await perform(account, 0, { ...lateAct, act: 'grant' }, at('2060-01-10T00:00:00'))
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1')
    expect(await closeStatements(deps, at('2060-02-01T02:00:00'))).toBe(0)
    await client.query('commit')
    expect(await closeStatements(deps, at('2060-02-01T02:00:00'))).toBe(1)
  } finally {
    client.release()
  }
})

test('entries are listed by key, use case and kind', async () => {
  await closeUpTo('2069-12')
  const account = accountId('filtered')
  const now = at('2070-01-10T00:00:00')
  await perform(account, 0, { ...lateAct, act: 'grant' }, now)
  for (const [run, keyId, useCase] of [
    [1, key, 'dataset'],
    [2, otherKey, 'url'],
    [4, null, 'url'],
  ] as const) {
    await perform(account, run, { ...lateAct, act: 'reserve', run, keyId: keyId ?? null, useCase }, now)
    await perform(account, run, { ...lateAct, act: 'verify', run, useCase }, now)
  }
  const list = async (filter: object) => {
    const input = { accountId: account, month: '2070-01', after: null, limit: 100, ...filter }
    const { entries } = await send(handleListStatementEntries(deps), input, { now })
    return entries.map(({ kind, keyId, useCase, balanceMicros }) => ({ kind, keyId, useCase, balanceMicros }))
  }
  const entry = (kind: string, keyId: string | null | undefined, useCase: string | null) => ({
    kind,
    keyId,
    useCase,
    balanceMicros: null,
  })
  const whole = await entriesOf(account, '2070-01', now, 100)
  expect(whole).toHaveLength(4)
  expect(await entriesOf(account, '2070-01', now, 1)).toEqual(whole)
  expect(await list({ keyId: otherKey })).toEqual([
    entry('compilation', otherKey, null),
    entry('verification', otherKey, 'url'),
  ])
  expect(await list({ useCase: 'url' })).toHaveLength(2)
  expect(await list({ kinds: ['granted'] })).toEqual([entry('granted', null, null)])
  expect(await list({ kinds: ['bought', 'expired', 'refunded'] })).toEqual([])
  expect(await list({ keyId: null, kinds: ['verification'] })).toEqual([entry('verification', null, 'url')])
})

test('a pack is bought under its purchase, and what is sent back is refunded', async () => {
  await closeUpTo('2079-12')
  const account = accountId('refunded')
  const now = at('2080-01-10T00:00:00')
  const purchaseId = 'cpp_00000000000000000000aaaa'
  const pack = { purchaseId, rail: 'x402' as const, micros: 5_000_000n }
  await inTransaction(deps.db, async (tx) => grantPack(tx, await lockFunds(tx, account, now), pack, now))
  await inTransaction(deps.db, async (tx) => {
    const { version, funds } = await lockFunds(tx, account, now)
    const grantId = funds.grants[0]?.id ?? ''
    const refund = { noteId: 'pnt_1', grantId, rail: 'x402' as const, micros: 2_000_000n }
    const refunded = refundCredits(funds, refund, now)
    await saveFunds(tx, version, refunded.funds)
    await appendTransfers(tx, refunded.transfers)
  })
  const statement = await expectAgreement(account, '2080-01', now)
  expect(statement).toMatchObject({
    boughtMicros: '5000000',
    refundedMicros: '2000000',
    closingMicros: '3000000',
  })
  expect(statement.movements).toMatchObject([
    { kind: 'bought', source: 'pack_x402', reference: purchaseId, amountMicros: '5000000' },
    { kind: 'refunded', reference: purchaseId, amountMicros: '-2000000' },
  ])
})

test('the sums are checked from the start, and a changed record, entry or statement is found', async () => {
  const check = (account: string) => send(handleCheckBillingSums(deps), { accountId: account, after: null })
  let [after, accounts]: [string | null, number] = [null, 0]
  do {
    const page: CommandOutput<typeof checkBillingSums> = await send(handleCheckBillingSums(deps), {
      accountId: null,
      after,
    })
    expect(page.differences).toEqual([])
    accounts += page.accounts
    after = page.next
  } while (after !== null)
  expect(accounts).toBeGreaterThan(5)

  const account = accountId('late capture')
  expect(await check(account)).toEqual({ accounts: 1, statements: 1, differences: [], next: null })
  await asOwner(`update statement set body = replace(body, '"chargedMicros":"0"', '"chargedMicros":"1"')
    where account_id = '${account}'`)
  expect((await check(account)).differences).toMatchObject([{ month: '2050-01', what: 'statement' }])
  await asOwner(`update usage_run set fee_micros = fee_micros + 1 where account_id = '${account}'`)
  const found = (await check(account)).differences
  expect(found.map(({ what }) => what)).toEqual(['charged', 'balance', 'statement'])
  await asOwner(`update transfer set at = '2050-01-05T00:00:00Z', amount_micros = amount_micros + 5
    where kind = 'grant' and credit_account = 'customer:${account}:available'`)
  expect((await check(account)).differences.map(({ what }) => what)).toContain('digest')
})

test('a month without movement, one to come, and one of another account have no statement', async () => {
  const account = accountId('no movement')
  const now = at('2080-01-10T00:00:00')
  for (const month of ['2079-12', '2080-02', '2020-01']) {
    expect(await refusalOfPending(statementOf(account, month, now))).toMatchObject({ code: 'not_found' })
  }
  expect(await statementOf(account, '2080-01', now)).toMatchObject({
    closingMicros: '0',
    entries: 0,
    state: 'open',
  })
  const { statements } = await send(handleListStatements(deps), { accountId: account }, { now })
  expect(statements.map(({ month }) => month)).toEqual(['2080-01'])
  const list = send(
    handleListStatementEntries(deps),
    { accountId: account, month: '2080-01', after: 'x', limit: 1 },
    { now },
  )
  expect(await refusalOfPending(list)).toMatchObject({ code: 'validation_failed' })
  for (const [from, to] of [
    ['2080-02-01', '2080-01-01'],
    ['2078-01-01', '2080-01-01'],
  ] as const) {
    expect(await refusalOfPending(reportOf(account, from, to))).toMatchObject({ code: 'validation_failed' })
  }
})

/** Changes what the runtime role may not. */
async function asOwner(statement: string): Promise<void> {
  const owner = openBilling(urlOf('outturn_billing_owner'))
  await owner.deps.pool.query(statement)
  await owner.close()
}

test('audits and replays have a use case each in entries, statement and usage', async () => {
  const account = accountId('kinds of audits')
  await closeUpTo('2090-11')
  for (const [index, act] of (['grant', 'audit', 'audit', 'replay', 'compile'] as const).entries()) {
    await perform(account, index, { ...lateAct, act }, at(`2090-12-10T00:00:0${index}`))
  }
  const now = at('2090-12-20T00:00:00')
  const { useCases } = await expectAgreement(account, '2090-12', now)
  const named = new Set(useCases.map(({ useCase }) => useCase))
  expect(named).toEqual(new Set(['invoice_audit', 'promise_replay']))
  const charged = (await entriesOf(account, '2090-12', now)).filter(({ kind }) => kind === 'verification')
  expect(charged.map(({ useCase }) => useCase)).toEqual(['invoice_audit', 'promise_replay'])
  const rows = await rowsOf(account, '2090-12-01', '2090-12-31')
  expect(rows.map(({ useCase, included }) => [useCase, included])).toEqual([
    [null, 0],
    ['invoice_audit', 1],
    ['promise_replay', 0],
  ])
})
