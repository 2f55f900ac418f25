import {
  type CreatedSpool,
  type SharedSpool,
  SharedSpool as SharedSpoolSchema,
  type SpoolView,
} from '@outturn/contracts'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectOperator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'
import { findBrowser, openPage, screens, startBrowser } from './browser.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const browserPath = findBrowser()
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e`

let spool: CreatedSpool
let path: string
let stranger: string
let apiKey: string

beforeAll(async () => {
  const operator = await connectOperator(system)
  ;({ apiKey } = await operator.openAccount({ included: 5 }))
  stranger = (await operator.openAccount()).apiKey
  await operator.close()
  const attributes = { region: 'Nordics', note: hostile }
  const deliverable = { type: 'dataset', title: `Leads ${hostile}`, description: hostile, attributes }
  spool = await created(send, apiKey, { deliverable })
  path = `/s/${spool.share_id}`
})

test('a share link is a page for browsers and JSON for programs, without contacts, accounts or actions', async () => {
  const page = await send(path, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.text).not.toContain('lena@example.com')
  const program = await send<SharedSpool>(path, { headers: { accept: 'application/json' } })
  expect(SharedSpoolSchema.parse(program.json).id).toBe(spool.id)
  expect(program.text).not.toMatch(/lena@example\.com|acc_|allowed_actions/)
  expect([page, program].map(({ headers }) => headers.get('vary'))).toEqual(['accept', 'accept'])
  const neither = await send(path, { headers: { accept: 'image/png' } })
  expect([neither.status, neither.json.code]).toEqual([406, 'not_acceptable'])
})

test('no one takes the open seat with a share link: only an invitation binds an account', async () => {
  const actions = ['accept', 'decline', 'evidence', 'verify', 'invite', 'quote', 'abandon', 'commit']
  const bodies: Readonly<Record<string, object>> = {
    accept: { agreement_hash: spool.agreement.agreement_hash },
    evidence: {
      condition_id: spool.conditions[0]?.id,
      source: 'work',
      type: 'text',
      metadata: { text: 'x' },
    },
    commit: { settlement_mode: 'unattended_outcome_settlement' },
  }
  const answers = await Promise.all(
    [spool.id, spool.share_id].flatMap((id) =>
      actions.map(async (action) => {
        const body = bodies[action] ?? {}
        const { status } = await send(`/api/v1/spools/${id}/${action}`, { key: stranger, body })
        return [action, status]
      }),
    ),
  )
  expect(answers.filter(([, status]) => status !== 404)).toEqual([])
  const { json, text } = await send<SharedSpool>(path, { headers: { accept: 'application/json' } })
  expect(json.parties.map(({ assigned }) => assigned)).toEqual([true, false])
  expect(text).not.toContain('grant')
  const page = await send(path, { headers: { accept: 'text/html' } })
  expect(page.text).toContain('only an invitation of a party binds an account')
})

test.each(['shr_000000000000000000000000', 'shr_x', 'nothing'])('there is nothing at /s/%s', async (id) => {
  const page = await send(`/s/${id}`, { headers: { accept: 'text/html' } })
  expect([page.status, page.text.includes('There is no such Spool')]).toEqual([404, true])
  const program = await send(`/s/${id}`, { headers: { accept: 'application/json' } })
  expect([program.status, program.json.code]).toEqual([404, 'spool_not_found'])
})

// Without a browser on the machine these are reported as skipped; .ci/run installs one.
describe.skipIf(browserPath === undefined)('the page of a shared Spool in a browser', () => {
  let browser: Browser
  let context: BrowserContext
  beforeAll(async () => {
    browser = await startBrowser(browserPath ?? '')
    context = await browser.newContext()
  })
  afterAll(() => browser?.close())

  test('is whole without scripts, shows what was written as text, and breaks no policy', async () => {
    const { page, violations } = await openPage(await browser.newContext({ javaScriptEnabled: false }))
    await page.goto(system.base_url + path)
    const text = await page.locator('main').innerText()
    for (const part of [
      'Proposed: it waits to be accepted.',
      'The seller accepts or declines.',
      '5.00 USD',
      '2 units, 2.50 USD for each that is accepted.',
      'Acme Sales (organization)',
      'Lena Ortiz (person, has not joined yet)',
      'Every row has "name" and "website".',
      'Written as: Every company has a name and a website.',
      'Taken from a conversation. Agreed in words; no check decides it.',
      spool.agreement.agreement_hash,
      `POST /api/v1/spools/${spool.id}/accept`,
      `{"agreement_hash":"${spool.agreement.agreement_hash}"}`,
    ]) {
      expect(text).toContain(part)
    }
    // Where a term was written is for the parties.
    expect(text).not.toContain('mail of 2 March')
    expect(await page.locator('h1').innerText()).toContain('<img src=x')
    expect(await page.locator('body script, img').count()).toBe(0)
    expect(violations).toEqual([])
  })

  test('reads each check in a sentence beside what was written, on a phone; the receipt shows what is signed', async () => {
    const rows = [{ name: 'Aurora', website: 'https://a.example' }]
    const written = ['no duplicate names', 'every row has a website']
    const { spool_id: id, receipt } = await verified(
      send,
      apiKey,
      delivery({ conditions: written, unit: { total_units: 1, unit_amount_cents: 100 }, evidence: { rows } }),
    )
    const { json: seen } = await send<SpoolView>(`/api/v1/spools/${id}`, { key: apiKey })
    const sentences = seen.conditions.map(({ reads_as: reading }) => reading ?? '')
    expect(sentences.every((sentence) => /name|website/.test(sentence))).toBe(true)
    const { page } = await openPage(context, { viewport: screens.phone })
    await page.goto(`${system.base_url}/s/${seen.share_id}`)
    const shown = await page.locator('[data-reads-as]').allInnerTexts()
    expect(shown.map((sentence) => sentence.toLowerCase())).toEqual(
      sentences.map((sentence) => `${sentence}.`.toLowerCase()),
    )
    expect(await page.locator('.condition q').allInnerTexts()).toEqual(written)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.goto(`${system.base_url}/r/${receipt?.id}`)
    const signed = await page.locator('main').innerText()
    for (const text of written) expect(signed).not.toContain(text)
    for (const { verifier_id, reason } of receipt?.condition_results ?? []) {
      expect(signed).toContain(verifier_id)
      expect(signed).toContain(reason)
    }
  })

  test('leaves the colours of the screen out when it is printed', async () => {
    const { page } = await openPage(context, { colorScheme: 'dark' })
    await page.goto(system.base_url + path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  })
})
