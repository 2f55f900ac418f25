import type { Spool } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { spoolLines } from './spool-lines.ts'

const spool = {
  id: 'spl_1',
  status: {
    ...{ agreement: 'accepted', fulfillment: 'delivered', verification: 'pass' },
    ...{ settlement: 'uncommitted', outcome: 'active' },
  },
  status_reason: null,
  deliverable: { title: 'Leads' },
  value: { amount_cents: 500 },
  unitization: null,
  parties: [],
  conditions: [],
  next_step: { type: 'settle', action: 'settle', actor: 'none', reason: 'Because.' },
  agreement: { mode: 'bilateral', agreement_hash: 'sha256:1' },
  economics: { allowed_actions: [] },
  latest_receipt_id: null,
  open_disputes: [],
  open_discrepancies: 0,
} as unknown as Spool

test('a Spool names what is not closed yet, and nothing else', () => {
  const cases = (text: readonly string[]) =>
    text.filter((line) => /^(?:Disputes|Reviews|Discrepancies)\b/.test(line))
  expect(cases(spoolLines(spool))).toEqual([])
  const open = {
    ...{ open_disputes: ['dsp_1', 'dsp_2'], open_reviews: ['rev_1'], open_discrepancies: 3 },
  } as unknown as Partial<Spool>
  expect(cases(spoolLines({ ...spool, ...open })).map((line) => line.split(/:\s+/))).toEqual([
    ['Disputes', 'dsp_1, dsp_2'],
    ['Reviews', 'rev_1'],
    ['Discrepancies', '3 open'],
  ])
})
