import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attestationReasons } from '../../attestation/verify-attestation.ts'
import { policyReasons } from '../../policy/require-outcome.ts'
import { receiptReasons } from '../../receipt/receipt-checks.ts'
import type { ReceiptAdvisory } from '../../receipt/verify-outcome-receipt.ts'
import { confirmedEvidenceDigest } from '../../preimages/confirmed-evidence-digest.ts'
import { historyProblem } from '../../history/verify-history.ts'
import { disputeResultPreimage, type SignedDisputeResult } from '../../preimages/dispute-result-preimage.ts'
import { quoteProblem } from '../../preimages/quote-preimage.ts'
import type { HistoryHead } from '../../receipt/outcome-receipt.ts'
import { slug as sampleSlug } from '../issuers.ts'
import { golden } from '../../receipt/golden.fixture.ts'
import { declaredMembers } from './declared-members.ts'

const pages = new URL('../../../../../docs/spec/', import.meta.url)

function readPage(name: string): string {
  return readFileSync(new URL(name, pages), 'utf8')
}

/** The words of a page that are code: in backticks, or in an indented block. */
function codeWords(page: string): ReadonlySet<string> {
  const code = [...page.matchAll(/`[^`\n]+`|^ {4}.+$/gmu)].map(([text]) => text)
  return new Set(code.flatMap((text) => text.match(/\w+/gu) ?? []))
}

/** The first column of every table of a page, row by row. */
function firstColumn(page: string): readonly string[] {
  return [...page.matchAll(/^\| `(\w+)` +\|/gmu)].map(([, name]) => name ?? '')
}

test.each([
  ['receipt/outcome-receipt.ts', 'receipt.md', 75, '## Id and signature'],
  ['attestation/attestation.ts', 'attestation.md', 20, '    verificationDigest ='],
  ['status/receipt-status.ts', 'status.md', 12, 'A statement is **proven**'],
  ['keys/trust-set.ts', 'keys.md', 18, 'A document is unusable'],
  ['preimages/agreement-preimage.ts', 'preimages.md', 15, '## Plan'],
  ['preimages/quote-preimage.ts', 'preimages.md', 14, '## Events'],
  ['preimages/spool-event-hash.ts', 'preimages.md', 8, ''],
  ['preimages/dispute-result-preimage.ts', 'preimages.md', 10, ''],
  ['preimages/confirmed-evidence-digest.ts', 'preimages.md', 2, '## Units'],
])('every member that %s declares is named in %s', (file, name, least, until) => {
  const members = declaredMembers(file)
  expect(members.length).toBeGreaterThanOrEqual(least)
  // Where the forms end: what is said of a member behind that does not count.
  const [forms = '', ...rest] = until === '' ? [readPage(name), ''] : readPage(name).split(until)
  expect(rest).toHaveLength(1)
  const words = codeWords(forms)
  expect(members.filter((member) => !words.has(member))).toEqual([])
})

test('the page of preimages names every member of a plan and of its conditions', () => {
  const { plan } = golden
  const members = [plan, ...plan.conditions].flatMap((object) => Object.keys(object))
  const words = codeWords(readPage('preimages.md'))
  expect(members.filter((member) => !words.has(member))).toEqual([])
})

test('the quote and the events that the page of preimages shows hold, and the dispute result has its text', () => {
  const page = readPage('preimages.md')
  const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```/gmu)]
  const [quote, events, head, result] = blocks.map(([, text = '']) => JSON.parse(text) as unknown)
  expect(quoteProblem(sampleSlug, quote)).toBeUndefined()
  expect(historyProblem(events, head as HistoryHead)).toBeUndefined()
  const [, signed] = /^```text\n(.*)\n```$/mu.exec(page) ?? []
  expect(disputeResultPreimage(sampleSlug, result as SignedDisputeResult)).toBe(signed)
})

const receiptAdvisories = Object.keys({
  status_source_unavailable: true,
  key_retiring: true,
  disputed: true,
  log_proof_absent: true,
  log_proof_invalid: true,
  status_stale: true,
  key_document_stale: true,
} satisfies Record<ReceiptAdvisory, true>)

test.each([
  ['receipt.md', receiptReasons],
  ['receipt.md', receiptAdvisories],
  ['attestation.md', attestationReasons],
])('%s has a row for each reason and advisory, in the order of verdicts', (name, due) => {
  const rows = firstColumn(readPage(name)).filter((row) => (due as readonly string[]).includes(row))
  expect(rows).toEqual(due)
})

test('the page of policies has every reason in the order of decisions', () => {
  const words = [...readPage('policy.md').matchAll(/`(\w+)`/gu)].map(([, word]) => word ?? '')
  const found = words.filter((word) => policyReasons.includes(word as never) && word !== 'environment')
  expect(found).toEqual(policyReasons)
})

test('the worked example binds the evidence of the golden receipt as confirmations do', () => {
  const { slug, receipt } = golden
  const condition = receipt.evidence[0]?.condition_id ?? ''
  expect(readPage('worked-example.md')).toContain(
    confirmedEvidenceDigest(slug, condition, itemsOf(receipt.evidence)),
  )
})

test('the reading order names every page, and every link of a page leads to a page and a heading', () => {
  const names = readdirSync(pages).filter((name) => name !== 'README.md')
  const order = readPage('README.md')
  expect(names.filter((name) => !order.includes(`[${name}](${name})`))).toEqual([])
  for (const name of [...names, 'README.md']) {
    for (const [, page = '', , heading] of readPage(name).matchAll(
      /\]\(([a-z-]+\.md|README\.md)(#([a-z-]+))?\)/gu,
    )) {
      const headings = [...readPage(page).matchAll(/^#+ (.+)$/gmu)].map(([, text = '']) =>
        text
          .toLowerCase()
          .replaceAll(/[^a-z ]/gu, '')
          .replaceAll(' ', '-'),
      )
      if (heading !== undefined) expect(headings, `${name} → ${page}#${heading}`).toContain(heading)
    }
  }
})

function itemsOf(rows: typeof golden.receipt.evidence) {
  return rows.map(({ evidence_id, content_digest }) => ({ evidence_id: evidence_id ?? '', content_digest }))
}
