import { absent, type Command } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { operatorProgram } from '../commands.ts'
import type { Operator } from '../operator.ts'
import type { Change } from '../session.ts'

const account = `acc_${'a'.repeat(24)}`
const spoolId = `spl_${'c'.repeat(24)}`
const unknown = `acc_${'b'.repeat(24)}`

/** What the command line sends, prints and records for these words, with services that know one account and two pages of them. */
async function run(...words: string[]) {
  const sent: [string, unknown][] = []
  const printed: unknown[] = []
  const recorded: Change[] = []
  const written: string[] = []
  const send = async (
    { name }: Command,
    input: { accountId?: string; after?: string | null; limit?: number },
  ) => {
    sent.push([name, input])
    if (input.accountId === unknown) throw absent('There is no such account.')
    if (name === 'gateway.list-accounts') {
      const accounts = Array.from({ length: input.limit ?? 0 }, () => ({ accountId: account }))
      return { accounts, next: input.after === null ? account : null }
    }
    if (name.endsWith('.export-account')) {
      const [next, row] = [{ table: 't', key: 'a' }, { camelCase: name }]
      const spools = name.startsWith('spool') ? [{ table: 'spool', row: { id: spoolId } }] : []
      return input.after === null
        ? { rows: [{ table: 't', row }, ...spools], next }
        : { rows: [], next: null }
    }
    return { accountId: account, returnHosts: ['app.example'] }
  }
  const operator = { send } as unknown as Operator
  const program = operatorProgram({
    connect: async () => operator,
    print: (answer) => void printed.push(answer),
    write: (line) => void written.push(line),
    record: (change) => void recorded.push(change),
  })
  program.exitOverride()
  for (const group of program.commands) {
    for (const each of group.commands) each.exitOverride().configureOutput({ writeErr: () => {} })
  }
  const failure: unknown = await program.parseAsync(words, { from: 'user' }).then(
    () => null,
    (error: unknown) => error,
  )
  return { sent, printed, recorded, written, failure }
}

test.each([
  [['quota', '--account', account, '--set', '600'], 'gateway.set-quota', { accountId: account, quota: 600 }],
  [
    ['quota', '--account', account, '--set', 'default'],
    'gateway.set-quota',
    { accountId: account, quota: null },
  ],
  [
    ['suspend', account, '--reason', 'lost keys'],
    'gateway.suspend-account',
    { accountId: account, note: 'lost keys' },
  ],
  [['resume', account], 'gateway.resume-account', { accountId: account }],
  [
    ['sign-in-link', '--account', account, '--email', ' Ada@Example.com '],
    'gateway.create-sign-in-link',
    { accountId: account, email: 'ada@example.com' },
  ],
  [
    ['hosts', '--account', account, '--set', ''],
    'gateway.set-return-hosts',
    { accountId: account, hosts: [] },
  ],
])('%j changes the account, and says so with the name of the operator', async (words, name, input) => {
  const { sent, recorded } = await run('--as', 'alice', 'account', ...words)
  expect(sent).toEqual([[name, input]])
  expect(recorded).toEqual([{ command: `account ${words[0]}`, subject: account, operator: 'alice' }])
})

test('hosts are shown without a change', async () => {
  const { sent, printed, recorded } = await run('account', 'hosts', '--account', account, '--show')
  expect(sent.map(([name]) => name)).toEqual(['gateway.show-account'])
  expect([printed, recorded]).toEqual([[{ accountId: account, hosts: ['app.example'] }], []])
  for (const more of [[], ['--show', '--set', 'app.example']]) {
    expect((await run('account', 'hosts', '--account', account, ...more)).failure).toMatchObject({
      message: expect.stringContaining('--set, or read them with --show'),
    })
  }
})

test.each([
  [['account', 'allowance', '--account', unknown, '--runs', '1', '--compiles', '1']],
  [['credits', 'grant', '--account', unknown, '--cents', '100']],
])('an account that does not exist gets nothing: %j', async (words) => {
  const { sent, printed, recorded, failure } = await run(...words)
  expect(failure).toMatchObject({ code: 'not_found' })
  expect(sent.map(([name]) => name)).toEqual(['gateway.show-account'])
  expect([printed, recorded]).toEqual([[], []])
})

test('as many accounts are listed as were asked for, over several pages', async () => {
  const { sent, printed } = await run('account', 'list', '--suspended', '--limit', '1001')
  expect(printed[0]).toHaveLength(1_001)
  expect(sent.map(([, input]) => input)).toEqual([
    { after: null, limit: 1_000, onlySuspended: true },
    { after: account, limit: 1, onlySuspended: true },
  ])
  expect((await run('account', 'list', '--limit', '0')).printed[0]).toEqual([])
})

test('an export writes each row as it is, service by service and page by page, and is recorded', async () => {
  const { sent, printed, written, recorded } = await run(
    '--as',
    'alice',
    'account',
    'export',
    '--account',
    account,
  )
  const lineOf = (service: string) => ({
    service,
    table: 't',
    row: { camelCase: `${service}.export-account` },
  })
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    ...['gateway', 'spool'].map(lineOf),
    { service: 'spool', table: 'spool', row: { id: spoolId } },
    ...['verification', 'signing', 'billing', 'settlement', 'verification'].map(lineOf),
  ])
  expect(sent.filter(([name]) => name === 'verification.export-account').map(([, input]) => input)).toEqual([
    { accountId: account, after: null },
    { accountId: account, after: { table: 't', key: 'a' } },
    { accountId: account, spoolIds: [spoolId], after: null },
    { accountId: account, spoolIds: [spoolId], after: { table: 't', key: 'a' } },
  ])
  expect(sent.filter(([name]) => name === 'spool.export-account').map(([, input]) => input)).toEqual([
    { accountId: account, after: null },
    { accountId: account, after: { table: 't', key: 'a' } },
  ])
  expect([printed, recorded]).toEqual([
    [],
    [{ command: 'account export', subject: account, operator: 'alice' }],
  ])
  expect((await run('account', 'export', '--account', unknown)).written).toEqual([])
})
