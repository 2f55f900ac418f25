import { readFileSync } from 'node:fs'
import { htmlPage } from '@outturn/pages'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import { createPageSite } from '../site.ts'
import { readPastedReceipt } from './pasted-receipt.ts'
import { verifyPage, type VerifyView } from './verify-page.ts'
import { noAssets } from '../../testing/no-assets.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/receipt/golden.json', import.meta.url), 'utf8'),
) as { receipt: Record<string, unknown>; keys: unknown }
const site = createPageSite('outturn', 'https://outturn.example', noAssets)
const pageOf = (view: VerifyView) => htmlPage(site, 200, verifyPage(site, view)).body
const verdictOf = (receipt: unknown) =>
  verifyOutcomeReceipt(receipt, {
    trustSet: parseKeyDocument(golden.keys),
    environment: 'demo',
    now: new Date('2026-02-01T00:00:00.000Z'),
  })

test('a receipt is found in its file and in an answer of the service, and nothing is guessed', () => {
  const found = { receipt: golden.receipt, id: golden.receipt['id'], environment: 'demo' }
  expect(readPastedReceipt(JSON.stringify(golden.receipt))).toEqual(found)
  expect(readPastedReceipt('{"receipt": 1,')).toEqual({ problem: expect.stringContaining('it was cut') })
  expect(readPastedReceipt(JSON.stringify({ data: { receipt: golden.receipt } }))).toEqual({
    problem: expect.stringContaining('no receipt'),
  })
  expect(readPastedReceipt('{"id":"ocr_x"}')).toMatchObject({ id: null, environment: 'production' })
})

test('a verdict of the service says so, counts its checks and leads to the page of the receipt', () => {
  const id = String(golden.receipt['id'])
  const page = pageOf({ text: '{}', outcome: { verdict: verdictOf(golden.receipt), id } })
  expect(page).toContain('Verified by this service, 13 of 15 checks.')
  expect(page).toContain(`${id}, demo: Partly passed, 1.00 of 1.50 USD earned.`)
  expect(page).toContain('<div class="proof unknown"')
  expect(page).toContain('It is a demonstration of the sandbox: its amounts are money of no one.')
  expect(page).toContain(`href="/r/${id}"`)
  expect(page.match(/<li data-check="\w+" class="passed">/g)).toHaveLength(13)
})

test('a changed receipt is not valid, and no link leads to the page of the one that it was', () => {
  const id = String(golden.receipt['id'])
  const page = pageOf({
    text: '',
    outcome: { verdict: verdictOf({ ...golden.receipt, result: 'pass' }), id },
  })
  expect(page).toContain('Not valid: ')
  expect(page).not.toContain('href="/r/')
  expect(page).toMatch(/<li data-check="receipt_id" class="failed">/)
})

test('what a reader pastes stays text', () => {
  const text = '</textarea><script>alert(1)</script>'
  const page = pageOf({ text, outcome: readPastedReceipt(text) as { problem: string } })
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/verify-file.js">'])
  expect(page.match(/<\/textarea>/g)).toHaveLength(1)
})
