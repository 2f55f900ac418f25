import { randomUUID } from 'node:crypto'
import { createKey } from '@outturn/contracts'
import { createDatabase } from '@outturn/postgres/typed'
import { onBillingBalanceLow } from '../reactions/billing-balance-low.ts'
import { onBillingKeyCapNear } from '../reactions/billing-key-cap-near.ts'
import { onBillingStatementClosed } from '../reactions/billing-statement-closed.ts'
import type { Tables } from '../store/tables.ts'
import { accountMails } from './mail/account-mails.ts'
import type { PersonRole } from '@outturn/vocabulary'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerBilling, type AnsweredBilling } from '../testing/answer-billing.ts'
import { codeIn } from '../testing/console-browser.ts'
import { type ConsolePeople, openConsole } from '../testing/console-people.ts'
import { asOperator, untilServed } from '../testing/open-gateway.ts'

const minute = 60_000

let people: ConsolePeople
let billing: AnsweredBilling
beforeAll(async () => {
  people = await openConsole({ testDatabase, testNats }, vi.waitFor)
  billing = await answerBilling(people.gateway)
  // Deadlines are times of the clock of the test, which stands still: those of queries lie ahead of the real one.
  people.later(10 * minute)
})
afterAll(() => people.close())

async function newKey(accountId: string, label = 'nightly-audit'): Promise<string> {
  const bus = await people.gateway.operator('production')
  const wanted = { accountId, scope: 'verify', label } as const
  return (await untilServed(() => bus.request(createKey, wanted, asOperator()))).keyId
}

async function setRole(accountId: string, role: PersonRole): Promise<void> {
  const pool = people.gateway.pool('production')
  await pool.query('update membership set role = $2 where account_id = $1', [accountId, role])
}

const notes = async (accountId: string) => {
  const pool = people.gateway.pool('production')
  const { rows } = await pool.query<{ action: string; target: string; details: Record<string, string> }>(
    `select action, target, details from audit_entry
     where account_id = $1 and action in ('key.cap_changed', 'credits.bought', 'credits.threshold_changed') order by at, id`,
    [accountId],
  )
  return rows
}

test('the cap of a key is lowered at once and raised after a proof, and both are noted with what they changed', async () => {
  const owner = await people.newOwner()
  const keyId = await newKey(owner.accountId)
  const [path, form] = [`/console/keys/${keyId}`, `/console/keys/${keyId}/cap`]
  const set = await owner.browser.submit(await owner.browser.get(path), form, { amount: '10' })
  expect([set.status, set.headers['location']]).toEqual([303, `${path}?done=cap#done`])
  const done = await owner.browser.get(`${path}?done=cap`)
  expect(done.text).toContain('The cap is 10.00 USD. nightly-audit has 1.60 USD left this month.')

  people.later(11 * minute)
  const lower = await owner.browser.submit(await owner.browser.get(path), form, { amount: '9.50' })
  expect(lower.status).toBe(303)
  people.later(1)
  const asked = await owner.browser.submit(await owner.browser.get(path), form, { amount: '' })
  expect(asked.text).toContain('Confirm that it is you')
  expect(billing.caps.get(owner.accountId)?.get(keyId)?.capMicros).toBe('9500000')
  const code = codeIn(await people.nextMail(owner.email, 0))
  expect((await owner.browser.submit(asked, form, { code })).status).toBe(303)
  expect(billing.caps.get(owner.accountId)?.has(keyId)).toBe(false)
  expect(
    (await notes(owner.accountId)).map(({ action, details }) => [action, details['from'], details['to']]),
  ).toEqual([
    ['key.cap_changed', 'none', '10.00 USD'],
    ['key.cap_changed', '10.00 USD', '9.50 USD'],
    ['key.cap_changed', '9.50 USD', 'none'],
  ])
})

test('an amount that is none stays in the form with what is wrong, and changes nothing', async () => {
  const owner = await people.newOwner()
  const keyId = await newKey(owner.accountId)
  const [path, form] = [`/console/keys/${keyId}`, `/console/keys/${keyId}/cap`]
  const refused = await owner.browser.submit(await owner.browser.get(path), form, { amount: '<b>12' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Enter an amount in dollars, such as 25.00.')
  expect(refused.text).toContain('value="&lt;b>12"')
  const threshold = await owner.browser.get('/console/credits')
  const wrong = await owner.browser.submit(threshold, '/console/credits/threshold', { amount: '-1' })
  expect([wrong.status, wrong.text.includes('aria-invalid="true"')]).toEqual([422, true])
  expect([billing.caps.has(owner.accountId), billing.thresholds.has(owner.accountId)]).toEqual([false, false])
  expect(await notes(owner.accountId)).toEqual([])
})

test('a developer sees the cap of a key and has no form for it; a billing person has one, and cannot revoke the key', async () => {
  const { accountId, browser } = await people.newOwner()
  const keyId = await newKey(accountId)
  const form = `/console/keys/${keyId}/cap`
  await setRole(accountId, 'developer')
  const seen = await browser.get(`/console/keys/${keyId}`)
  expect(seen.text).toContain('An owner or a billing person changes it.')
  expect(seen.text).not.toContain(`action="${form}"`)
  await setRole(accountId, 'billing')
  const payer = await browser.get(`/console/keys/${keyId}`)
  expect(payer.text).toContain(`action="${form}"`)
  expect(payer.text).not.toContain('/revoke')
  await setRole(accountId, 'viewer')
  const usage = await browser.get('/console/usage')
  expect(usage.text).toContain('Usage by key')
  for (const hidden of ['Used of the cap', '/console/keys', '/console/credits', '/console/statements']) {
    expect(usage.text).not.toContain(hidden)
  }
})

test('the key of another account has no page and no cap', async () => {
  const [owner, stranger] = [await people.newOwner(), await people.newOwner()]
  const keyId = await newKey(owner.accountId)
  const form = `/console/keys/${keyId}/cap`
  const theirs = await stranger.browser.get(`/console/keys/${keyId}`)
  const none = await stranger.browser.get(`/console/keys/key_${'0'.repeat(24)}`)
  const sameText = (text: string) => text.replaceAll(/req_[0-9a-f]{24}|\d\d:\d\d(?::\d\d)? UTC/g, '')
  expect([theirs.status, sameText(theirs.text)]).toEqual([404, sameText(none.text)])
  const _t = await people.formTokenOf(stranger.browser, form)
  expect((await stranger.browser.post(form, { _t, amount: '1' })).status).toBe(404)
  expect(billing.caps.has(stranger.accountId)).toBe(false)
})

test('credits are bought after a proof, by a form that buys once, and the page leads to the processor by a link', async () => {
  const owner = await people.newOwner()
  people.later(11 * minute)
  const page = await owner.browser.get('/console/credits')
  const asked = await owner.browser.submit(page, '/console/credits/buy', { pack: '2000' })
  expect(asked.text).toContain('You buy credits for 20 USD by card')
  expect(billing.purchases.size).toBe(0)
  const code = codeIn(await people.nextMail(owner.email, 0))
  const bought = await owner.browser.submit(asked, '/console/credits/buy', { code })
  const location = String(bought.headers['location'])
  expect([bought.status, location]).toEqual([
    303,
    expect.stringMatching(/^\/console\/credits\/purchases\/cpp_/),
  ])
  const again = await owner.browser.submit(page, '/console/credits/buy', { pack: '2000' })
  expect(again.headers['location']).toBe(location)
  expect([...billing.purchases.values()]).toEqual([owner.accountId])
  const purchase = await owner.browser.get(location)
  expect(purchase.text).toContain('<a class="btn go" href="https://pay.example/c/1"')
  expect(purchase.headers['content-security-policy']).toContain("form-action 'self'")
  expect((await notes(owner.accountId))[0]).toMatchObject({
    action: 'credits.bought',
    target: location.slice(location.lastIndexOf('/') + 1),
    details: { amount: '20 USD' },
  })
  const other = await owner.browser.submit(page, '/console/credits/buy', { pack: '2001' })
  expect(other.status).toBe(400)
})

test('the way back from the processor needs no session and says nothing of the payment', async () => {
  const path = `/console/credits/purchases/cpp_${'1'.repeat(24)}`
  const back = await people.newBrowser().get(`${path}/return`, { 'sec-fetch-site': 'cross-site' })
  expect(back.status).toBe(200)
  expect(back.text).toContain(`href="${path}"`)
  expect(back.text).toContain('The purchase shows whether it was paid')
  expect((await people.newBrowser().get(path)).headers['location']).toBe('/sign-in')
})

test('figures are those of the account of the person, whatever the address says', async () => {
  const owner = await people.newOwner()
  billing.readFor.clear()
  const usage = await owner.browser.get('/console/usage?period=2026-10')
  expect(usage.status).toBe(200)
  expect([...billing.readFor]).toEqual([owner.accountId])
  for (const wrong of ['2026-13', '1999-01', '90', '2026-1', 'x', '2026-10&account_id=acc_1']) {
    expect((await owner.browser.get(`/console/usage?period=${wrong}`)).status).toBe(400)
  }
  const statement = await owner.browser.get('/console/statements/2026-10')
  expect(statement.text).toContain('stm_2026_10_d91820de')
  for (const wrong of ['2026-13', '0000-00', '..']) {
    expect((await owner.browser.get(`/console/statements/${wrong}`)).status).toBe(404)
  }
})

test('the overview shows what waits for whom, and warns of a cap that is near', async () => {
  const { accountId, browser } = await people.newOwner()
  const keyId = await newKey(accountId)
  await browser.submit(await browser.get(`/console/keys/${keyId}`), `/console/keys/${keyId}/cap`, {
    amount: '10',
  })
  const page = await browser.get('/console')
  expect(page.text).toContain('<bdi>nightly-audit</bdi> has used 84 % of its monthly cap.')
  expect(page.text).toContain('Runs by day')
  // No service lists Spools here: the panel says so, and the rest is there.
  expect(page.text).toContain('What waits for you could not be read.')
  await setRole(accountId, 'billing')
  const payer = await browser.get('/console')
  for (const hidden of ['Waiting for you', 'Refused requests', '/console/spools']) {
    expect(payer.text).not.toContain(hidden)
  }
})

test('usage and statements are downloaded whole by those who may see them, and each download is noted', async () => {
  const owner = await people.newOwner()
  const { accountId, browser } = owner
  const keyId = await newKey(accountId, '+nightly')
  await browser.submit(await browser.get(`/console/keys/${keyId}`), `/console/keys/${keyId}/cap`, {
    amount: '10',
  })
  billing.readFor.clear()
  const usage = await browser.get('/console/usage.csv?from=2026-11-01&to=2026-11-27')
  expect([usage.status, usage.headers['content-type'], usage.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="outturn-usage-2026-11-01-to-2026-11-27.csv"',
  ])
  const line = `2026-11-27,${keyId},'+nightly,"'=HYPERLINK(""x"")",1,1,0,0,0,0,0.10,0.00\r\n`
  expect(usage.text.slice(usage.text.indexOf('\n') + 1)).toBe(line + line)
  expect([...billing.readFor]).toEqual([accountId])
  expect((await browser.get('/console/usage.csv')).status).toBe(200)
  for (const wrong of ['?from=2026-11-31&to=2026-12-01', '?from=x&to=y', '?period=90']) {
    expect((await browser.get(`/console/usage.csv${wrong}`)).status).toBe(400)
  }

  const entries = await browser.get('/console/statements/2026-10.csv')
  expect(entries.text).toMatch(/^\uFEFFstatement,at,entry_id,/)
  const pdf = await browser.get('/console/statements/2026-10.pdf')
  expect([pdf.status, pdf.headers['content-type'], pdf.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    'attachment; filename="stm_2026_10_d91820de.pdf"',
  ])
  expect(pdf.text).toMatch(/^%PDF-1\.7/)
  for (const wrong of ['2026-13.pdf', '2026-1.csv', '..%2f2026-10.pdf']) {
    expect((await browser.get(`/console/statements/${wrong}`)).status).toBe(404)
  }
  const { rows } = await people.gateway
    .pool('production')
    .query(
      "select action, target from audit_entry where account_id = $1 and action like 'export%' order by at, id",
      [accountId],
    )
  expect(rows.map(({ action, target }) => `${action} ${target}`).toSorted()).toEqual([
    'export.csv statement 2026-10',
    'export.csv usage',
    'export.csv usage',
    'export.pdf stm_2026_10_d91820de',
  ])
  await setRole(accountId, 'viewer')
  expect((await browser.get('/console/usage.csv?from=2026-11-01&to=2026-11-27')).status).toBe(200)
  for (const hidden of ['2026-10.csv', '2026-10.pdf']) {
    expect((await browser.get(`/console/statements/${hidden}`)).status).toBe(403)
  }
})

test('a key is made with its cap, which is there before the key, and a form that is sent again changes neither', async () => {
  const owner = await people.newOwner()
  const path = '/console/keys/new'
  const page = await owner.browser.get(path)
  const fields = { name: 'warehouse-sync', scope: 'verify', expires: '90' }
  const wrong = await owner.browser.submit(page, path, { ...fields, cap: 'abc' })
  expect([wrong.status, wrong.text.includes('Enter an amount in dollars, such as 25.00.')]).toEqual([
    422,
    true,
  ])
  expect(wrong.text).toContain('value="warehouse-sync"')
  const made = await owner.browser.submit(page, path, { ...fields, cap: '25' })
  expect(made.text).toContain('Its scope is verify, and its cap 25.00 USD a month.')
  const [keyId = ''] = billing.caps.get(owner.accountId)?.keys() ?? []
  const list = await owner.browser.get('/console/keys')
  expect(list.text).toContain(`href="/console/keys/${keyId}"`)
  expect(list.text).toContain('25.00 USD <span class="sub">33 %</span>')
  const again = await owner.browser.submit(page, path, { ...fields, cap: '9000' })
  expect(again.text).toContain('This key was created already')
  expect(billing.caps.get(owner.accountId)?.get(keyId)?.capMicros).toBe('25000000')
})

test('a developer makes keys without a field for a cap, and none is set by a form that has one', async () => {
  const { accountId, browser } = await people.newOwner()
  await setRole(accountId, 'developer')
  const page = await browser.get('/console/keys/new')
  expect(page.text).not.toContain('name="cap"')
  const fields = { name: 'ci', scope: 'verify', expires: '90', cap: '5' }
  expect((await browser.submit(page, '/console/keys/new', fields)).text).toContain('ci</bdi> is ready')
  expect(billing.caps.has(accountId)).toBe(false)
})

test('owners and billing people get one mail about an event, whatever stands in the names of account and key', async () => {
  const owner = await people.newOwner()
  const { accountId } = owner
  const [payer, developer] = [people.newAddress('payer'), people.newAddress('developer')]
  await people.addMember(owner, 'billing', payer)
  await people.addMember(owner, 'developer', developer)
  const keyId = await newKey(accountId, 'nightly\r\nBcc: all@example.com')
  const pool = people.gateway.pool('production')
  await pool.query('update account set name = $2 where id = $1', [accountId, 'Evil\n\nBuy here\u2028now'])
  const db = createDatabase<Tables>(pool)
  const notifier = { db, console: { sendMails: () => undefined } }
  const now = people.clock.now()
  const at = now.toISOString()
  const told = { id: randomUUID(), now, attempt: 1, traceContext: {} }
  const cap = { percent: 100 as const, capMicros: '10000000', usedMicros: '9950000', month: '2026-11', at }
  const low = { accountId, availableMicros: '1500000', thresholdMicros: '2000000', at }
  const closed = {
    accountId,
    month: '2026-10',
    number: 'stm_2026_10_d91820de',
    chargedMicros: '32500000',
    closingMicros: '12600000',
    at,
  }
  for (const _ of [1, 2]) await onBillingKeyCapNear(notifier).handle({ accountId, keyId, ...cap }, told)
  await onBillingBalanceLow(notifier).handle(low, { ...told, id: randomUUID() })
  await onBillingStatementClosed(notifier).handle(closed, { ...told, id: randomUUID() })
  await onBillingBalanceLow(notifier).handle(
    { ...low, accountId: `acc_${'9'.repeat(24)}` },
    { ...told, id: randomUUID() },
  )

  const queued = async (kind: string) => {
    const { rows } = await pool.query<{ subject_id: string }>(
      'select subject_id from mail where kind = $1 and account_id = $2 order by subject_id',
      [kind, accountId],
    )
    const site = { name: 'Outturn', host: 'outturn.example', consoleUrl: 'https://outturn.example' }
    const mailOf = accountMails[kind]
    if (mailOf === undefined) throw new Error(`no mail is of the kind ${kind}`)
    return Promise.all(rows.map(({ subject_id: subject }) => mailOf({ db }, site, subject)))
  }
  const mails = await queued('key_cap_near')
  expect(new Set(mails.map((mail) => mail?.to))).toEqual(new Set([owner.email, payer]))
  expect(mails).toHaveLength(2)
  expect(mails[0]).toMatchObject({
    subject: 'nightly Bcc: all@example.com has less of its monthly cap left than a run costs',
  })
  expect(mails[0]?.text).toContain(
    'The key "nightly Bcc: all@example.com" of the account "Evil Buy here now" has used 9.95 USD of its cap of 10.00 USD this month.',
  )
  expect(mails[0]?.text).toContain(`https://outturn.example/console/keys/${keyId}`)
  expect((await queued('balance_low'))[0]?.subject).toBe('Your Outturn balance is below 2.00 USD')
  const [statement] = await queued('statement_closed')
  expect(statement?.text).toContain('32.50 USD were charged, and the balance is 12.60 USD.')
  await pool.query("update membership set role = 'viewer' where account_id = $1", [accountId])
  expect(await queued('statement_closed')).toEqual([null, null])
})
