import { ErrorBody, type OneCallResponse } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { expect, test } from 'vitest'
import { createPageSite } from '../site.ts'
import { frontPage } from './front-page.ts'
import type { Offer } from './offer-cards.ts'
import { deliveryOf, sampleForm, type TryForm } from './try-form.ts'
import type { TryOutcome } from './try-outcome.ts'
import { noAssets } from '../../testing/no-assets.ts'

const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const offer: Offer = {
  prices: {
    verificationMicros: '100000',
    compileMicros: '5000',
    includedVerifications: 20,
    includedCompiles: 30,
  },
  lanes: { card: true, x402: true },
  requestsPerMinute: 77,
  sandbox: { compiles: 10, spools: 11, verifies: 25, ttlMs: 3_600_000, maxRows: 100 },
}

const pageOf = (
  outcome: TryOutcome | null = null,
  form: TryForm = sampleForm,
  changes: Partial<Offer> = {},
) => htmlPage(site, 200, frontPage(site, { form, outcome, offer: { ...offer, ...changes } })).body
const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

/** An answer with these rejections; the page reads no other member. */
function verified(rejections: { unit: number; reason: string }[], accepted: number): TryOutcome {
  const receipt = { id: 'ocr_000000000000000000000001', result: 'partial' }
  const answer = { earned_cents: accepted * 250, accepted, rejected: 4 - accepted, rejections, receipt }
  return { kind: 'verified', answer: answer as unknown as OneCallResponse }
}

function unclear(members: object): TryOutcome {
  const problem = ErrorBody.parse({
    error: 'The condition is not exact.',
    code: 'ambiguity_required',
    retryable: false,
    remediation: 'Send a sentence.',
    request_id: 'req_1',
    docs: 'https://outturn.example/docs/errors#ambiguity_required',
    ...members,
  })
  return { kind: 'unclear', line: 1, problem }
}

test('the page says what the service is, shows a receipt, and has prices and limits as they are', () => {
  const text = textOf(pageOf())
  for (const part of [
    'Know what was delivered before you pay for it.',
    '7.50 of 10.00 USD earned',
    'Verification run 0.10 USD',
    'Conditions from free text 0.005 USD',
    '20 runs and 30 free-text compilations',
    'Packs of 5, 10 and 20 USD by card or USDC',
    '77 a minute',
    '11 Spools, 25 verifications, 100 rows each, 60 minutes',
  ]) {
    expect(text).toContain(part)
  }
  const page = pageOf()
  expect(page).not.toMatch(
    /<script(?! type="module" src="\/assets\/copy-code\.js")|<style|\sstyle=|\son[a-z]+=|noindex/,
  )
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page.length).toBeLessThan(40 * 1_024)
})

test('what could not be read is said, and the rest is shown; nothing is offered that is not sold', () => {
  expect(textOf(pageOf(null, sampleForm, { prices: null }))).toContain('The prices could not be read.')
  const bare = textOf(pageOf(null, sampleForm, { lanes: { card: false, x402: false }, sandbox: null }))
  expect(bare).not.toMatch(/Packs of|x402|Verify the delivery/)
  expect(bare).toContain('This deployment does not host the sandbox.')
})

test('a verdict names the rows that were not accepted, marks their cells and leads to the receipt', () => {
  const page = pageOf(
    verified(
      [
        { unit: 3, reason: 'invalid_url:website' },
        { unit: 3, reason: 'invalid_url:website' },
      ],
      3,
    ),
  )
  expect(textOf(page)).toContain(
    'Partly passed 7.50 of 10.00 USD 3 of 4 rows are accepted. Row 3: website is not a web address.',
  )
  expect(page).toContain('href="/r/ocr_000000000000000000000001"')
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(1)
  expect(page).toMatch(/name="website3"[^>]*aria-invalid="true"/)
})

test('a row that was left empty was not delivered, and the rows behind it keep their numbers', () => {
  const rows = sampleForm.rows.map((row, index) => (index === 1 ? { name: ' ', website: '' } : row))
  const form = { ...sampleForm, rows }
  expect(deliveryOf(form).evidence.rows.map(({ name }) => name)).toEqual([
    'Aurora Robotics',
    'Cobalt Freight',
    'Dune Analytics',
  ])
  const page = textOf(
    pageOf(
      verified(
        [
          { unit: 2, reason: 'invalid_url:website' },
          { unit: 4, reason: 'missing_row' },
        ],
        2,
      ),
      form,
    ),
  )
  expect(page).toContain('Row 3: website is not a web address.')
  expect(page).toContain('Row 2: the row is missing.')
})

test('a question offers whole texts, each a button that sends the form with it in place of the condition', () => {
  const question = {
    ...{ text: 'phone', start: 0, end: 5, reason: 'field_unmarked', question: 'Which field is "phone"?' },
    ...{ wants: 'field', candidates: [] },
    rewrites: ['every row has "name"', ['a', 'b'], 'every row has "{}"'],
  }
  const form = { ...sampleForm, conditions: 'first\nevery row has a phone\n\nlast' }
  const page = pageOf(unclear({ questions: [question] }), form)
  const choices = [...page.matchAll(/name="choice" value="([^"]*)"/g)].map(([, value]) => value)
  expect(choices).toEqual(['first\nevery row has &quot;name&quot;\nlast', 'first\na\nb\nlast'])
  expect(textOf(page)).toContain(
    'Condition 2: every row has a phone The table has no column “phone”. It has name and website.',
  )
})

test('a column that a condition names already is not offered in place of another word', () => {
  const question = {
    ...{ text: 'phone', start: 0, end: 5, reason: 'field_unmarked', question: 'Which field is "phone"?' },
    ...{ wants: 'field', candidates: ['name', 'website'] },
    rewrites: ['every row has a Name and a "name"', 'every row has a Name and a "website"'],
  }
  const form = { ...sampleForm, conditions: 'first\nevery row has a Name and a phone' }
  const page = pageOf(unclear({ questions: [question] }), form)
  expect(page.match(/name="choice"/g)).toHaveLength(1)
  expect(page).toContain('a Name and a &quot;website&quot;')
})

test('what no check decides says why, and who can', () => {
  const entry = {
    ...{ text: 'they look good', start: 0, end: 5, reason: 'it is a matter of judgment' },
    suggested_method: 'human_confirmed',
    condition: {
      description: 'x',
      required: true,
      verification_method: 'human_confirmed',
      confirmation_method: 'buyer_confirm',
    },
  }
  const text = textOf(pageOf(unclear({ questions: [], unsupported: [entry] })))
  expect(text).toContain('No check decides “they look good”: it is a matter of judgment.')
})

test('a limit is answered with what it is and what to do', () => {
  const problem = {
    error: 'This session has used its 25 verifications.',
    remediation: 'Wait.',
    request_id: 'req_7',
    code: 'limit_reached' as const,
  }
  const text = textOf(pageOf({ kind: 'refused', problem }))
  for (const part of Object.values(problem)) expect(text).toContain(part)
})

test('nothing that a visitor writes becomes markup or ends the quotes of the command', () => {
  const hostile = `</textarea></pre><script>alert(1)</script><img src=x onerror=alert(1)>"'$(id)\``
  const form = { conditions: hostile, rows: sampleForm.rows.map(() => ({ name: hostile, website: hostile })) }
  for (const outcome of [
    null,
    verified([{ unit: 1, reason: hostile }], 3),
    unclear({ questions: [], unsupported: [] }),
  ]) {
    const page = pageOf(outcome, form)
    expect(page).not.toMatch(
      /<script(?! type="module" src="\/assets\/copy-code\.js")|<img|<\/textarea><\/pre>/,
    )
    expect(page.match(/<textarea/g)).toHaveLength(1)
  }
  const [, shown = ''] = /-d (&#39;|')(.*?)<\/pre>/s.exec(pageOf(null, form)) ?? []
  expect(shown).not.toBe('')
  expect(textOf(pageOf(null, form))).toContain(String.raw`'\''`)
})
