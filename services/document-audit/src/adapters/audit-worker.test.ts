import { readFileSync } from 'node:fs'
import { refusalFromMessage } from '@outturn/contracts'
import { type DiscrepancyCode, discrepancyCodes } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { auditInvoiceApart, replayPromiseApart } from './audit-worker.ts'

type Case = {
  readonly kind: 'audit' | 'replay'
  readonly name: string
  readonly request: object
  readonly expected: Readonly<Record<string, unknown>>
}
type Answered = Readonly<Record<string, unknown>> & {
  readonly discrepancies: readonly { readonly code: string }[]
  readonly corrections_ignored: readonly unknown[]
}

const vectors = new URL('../../../../test/vectors/audit/', import.meta.url)
const cases = readFileSync(new URL('cases.jsonl', vectors), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

function answerOf(kind: Case['kind'], request: object): Answered {
  const task = {
    request: new TextEncoder().encode(JSON.stringify(request)),
    pdf: null,
    auditId: 'aud_000000000000000000000001',
    slug: 'outturn',
  }
  const answer = kind === 'audit' ? auditInvoiceApart(task) : replayPromiseApart(task)
  if ('refusal' in answer) throw refusalFromMessage(answer.refusal)
  return JSON.parse(answer.text) as Answered
}

/** The members that cases name, of an answer or a refusal. */
function seen(each: Case): Answered | Record<string, unknown> {
  try {
    const answer = answerOf(each.kind, each.request)
    const codes = (answer.discrepancies ?? []).map(({ code }) => code)
    return {
      ...answer,
      status: 200,
      codes: [...new Set(codes)].filter((code) => code !== 'unbilled_record').toSorted(),
      corrections_ignored_count: answer.corrections_ignored?.length,
    }
  } catch (error) {
    const { status, options } = error as ReturnType<typeof refusalFromMessage>
    return { status, field: options.field }
  }
}

test.each(cases)('$kind: $name', (each) => {
  expect(seen(each)).toMatchObject(each.expected)
})

const mapping = {
  invoice: { key: 'k', line: 'no', quantity: 'q', unit_price: 'p', amount: 'a', date: 'd' },
  record: { key: 'k', quantity: 'q', status: 's', date: 'd' },
}

/** An audit with one fault. */
const faults: Readonly<Record<DiscrepancyCode, { line?: string; record?: string; total?: number }>> = {
  missing_key: { line: '1,,1,5.00,5.00,' },
  unparseable_value: { line: '1,K,1,5.00,five,' },
  currency_mismatch: { line: '1,K,1,5.00,$5.00,' },
  duplicate_invoice_line: { line: '1,K,1,5.00,5.00,\n2,K,1,5.00,5.00,' },
  not_in_record: { line: '1,X,1,5.00,5.00,', record: '' },
  status_not_billable: { record: 'K,1,lost,2026-02-02' },
  outside_period: { record: 'K,1,done,2026-03-01' },
  quantity_mismatch: { line: '1,K,3,5.00,15.00,' },
  unit_price_mismatch: { line: '1,K,1,6.00,6.00,' },
  amount_arithmetic_mismatch: { line: '1,K,1,5.00,5.09,' },
  date_mismatch: { line: '1,K,1,5.00,5.00,2026-02-03' },
  duplicate_record_key: { line: '1,K,2,5.00,10.00,', record: 'K,1,done,2026-02-02\nK,1,done,2026-02-03' },
  total_mismatch: { total: 600 },
  unbilled_record: { record: 'K,1,done,2026-02-02\nL,1,done,2026-02-02' },
}

test('each code alone has the published result, to the byte', async () => {
  const results = discrepancyCodes.map((code) => {
    const { line = '1,K,1,5.00,5.00,', record = 'K,1,done,2026-02-02', total } = faults[code]
    const request = {
      invoice_csv: `no,k,q,p,a,d\n${line}\n`,
      record_csv: `k,q,s,d\n${record}\n`,
      column_mapping: mapping,
      rules: {
        billable_statuses: ['done'],
        period: { from: '2026-02-01', to: '2026-02-28' },
        unit_price_cents: 500,
      },
      currency: 'EUR',
      ...(total !== undefined && { invoice_total_cents: total }),
    }
    const result = answerOf('audit', request)
    // A key that is missing or billed in vain leaves the row of the record unbilled.
    const told = result.discrepancies.map((each) => each.code).filter((each) => each !== 'unbilled_record')
    expect(
      new Set(code === 'unbilled_record' ? result.discrepancies.map((each) => each.code) : told),
    ).toEqual(new Set([code]))
    return { code, request, result }
  })
  const file = new URL('results.json', vectors).pathname
  await expect(`${JSON.stringify(results, null, 2)}\n`).toMatchFileSnapshot(file)
})
