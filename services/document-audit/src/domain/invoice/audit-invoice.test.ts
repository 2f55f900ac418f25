import fc from 'fast-check'
import { Refusal } from '@outturn/contracts'
import { discrepancyCodes } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { auditInvoice } from './audit-invoice.ts'
import type { AuditRequest, AuditRules } from './input/audit-request.ts'

const record = [
  'id,pieces,state,day,price',
  'S-10,2,delivered,2026-02-02,10.00',
  'S-11,1,delivered,2026-02-28,5.00',
  'S-12,1,lost,2026-02-03,5.00',
  'S-13,1,delivered,2026-03-01,5.00',
]

const columns = {
  invoice: {
    key: 'shipment',
    line: 'no',
    quantity: 'pieces',
    unit_price: 'price',
    amount: 'sum',
    date: 'day',
    description: null,
  },
  record: { key: 'id', quantity: 'pieces', unit_price: null, status: 'state', date: 'day' },
}

type Changes = {
  record?: readonly string[]
  rules?: AuditRules
  recordColumns?: Partial<AuditRequest['column_mapping']['record']>
  invoiceColumns?: Partial<AuditRequest['column_mapping']['invoice']>
  total?: number
}

/** An audit of lines with number, key, quantity, unit price, amount and date. */
function audit(lines: readonly string[], changes: Changes = {}) {
  return auditInvoice({
    invoice_csv: ['no,shipment,pieces,price,sum,day', ...lines].join('\n'),
    record_csv: (changes.record ?? record).join('\n'),
    column_mapping: {
      invoice: { ...columns.invoice, ...changes.invoiceColumns },
      record: { ...columns.record, ...changes.recordColumns },
    },
    rules: {
      billable_statuses: ['delivered'],
      period: { from: '2026-02-01', to: '2026-02-28' },
      ...changes.rules,
    },
    currency: 'EUR',
    ...(changes.total !== undefined && { invoice_total_cents: changes.total }),
  })
}

/** Status, billed and supported cents of each line, and the codes with the money that each costs. */
function told(result: ReturnType<typeof auditInvoice>) {
  return {
    lines: result.lines.map(({ status, billed_cents, supported_cents }) => [
      status,
      billed_cents,
      supported_cents,
    ]),
    codes: result.discrepancies
      .filter(({ code }) => code !== 'unbilled_record')
      .map(({ code, severity, delta_cents }) => [code, severity, delta_cents]),
  }
}

const partialDeliveries = [
  'id,pieces,state,day,price',
  'S-10,2,delivered,2026-02-02,',
  'S-10,1,delivered,2026-02-04,',
]

test.each<
  [name: string, lines: readonly string[], changes: Changes, lineResults: unknown[], codes: unknown[]]
>([
  ['a perfect pair is clean', ['1,S-10,2,10.00,20.00,'], {}, [['supported', 2_000, 2_000]], []],
  [
    'units without a record cost their price',
    ['1,S-10,3,10.00,30.00,'],
    {},
    [['partially_supported', 3_000, 2_000]],
    [['quantity_mismatch', 'error', 1_000]],
  ],
  [
    'fewer units than recorded cost nothing',
    ['1,S-10,1,10.00,10.00,'],
    {},
    [['supported', 1_000, 1_000]],
    [['quantity_mismatch', 'warning', 0]],
  ],
  [
    'units without a price cost their part of the amount',
    ['1,S-10,3,,10.00,'],
    {},
    [['partially_supported', 1_000, 667]],
    [['quantity_mismatch', 'error', 333]],
  ],
  [
    'a difference within the tolerance is none',
    ['1,S-10,2.5,10.00,25.00,'],
    { rules: { quantity_tolerance: 0.5 } },
    [['supported', 2_500, 2_500]],
    [],
  ],
  [
    'partial deliveries are added up, and listed',
    ['1,S-10,3,10.00,30.00,'],
    { record: partialDeliveries },
    [['supported', 3_000, 3_000]],
    [['duplicate_record_key', 'info', 0]],
  ],
  [
    'without quantities the first billable row counts, and its repetition is a warning',
    ['1,S-10,3,10.00,30.00,'],
    { record: partialDeliveries, recordColumns: { quantity: null } },
    [['supported', 3_000, 3_000]],
    [['duplicate_record_key', 'warning', 0]],
  ],
  [
    'a key without a row',
    ['1,S-99,1,5.00,5.00,'],
    {},
    [['unsupported', 500, 0]],
    [['not_in_record', 'error', 500]],
  ],
  [
    '007 is not 7',
    ['1,7,1,5.00,5.00,'],
    { record: ['id,pieces,state,day', '007,1,delivered,2026-02-02'] },
    [['unsupported', 500, 0]],
    [['not_in_record', 'error', 500]],
  ],
  [
    'a status that may not be billed',
    ['1,S-12,1,5.00,5.00,'],
    {},
    [['unsupported', 500, 0]],
    [['status_not_billable', 'error', 500]],
  ],
  ['the last day of the period is in it', ['1,S-11,1,5.00,5.00,'], {}, [['supported', 500, 500]], []],
  [
    'the day after is not',
    ['1,S-13,1,5.00,5.00,'],
    {},
    [['unsupported', 500, 0]],
    [['outside_period', 'error', 500]],
  ],
  [
    'the date of the line decides where the record has none',
    ['1,S-13,1,5.00,5.00,2026-03-01'],
    { recordColumns: { date: null } },
    [['unsupported', 500, 0]],
    [['outside_period', 'error', 500]],
  ],
  [
    'of a key billed three times the first line stands',
    ['1,S-11,1,5.00,5.00,', '2,S-11,1,5.00,5.00,', '3,S-11,1,5.00,5.00,'],
    {},
    [
      ['supported', 500, 500],
      ['unsupported', 500, 0],
      ['unsupported', 500, 0],
    ],
    [
      ['duplicate_invoice_line', 'error', 500],
      ['duplicate_invoice_line', 'error', 500],
    ],
  ],
  [
    'an amount that is not quantity times price',
    ['1,S-11,1,5.00,5.09,'],
    {},
    [['partially_supported', 509, 500]],
    [['amount_arithmetic_mismatch', 'error', 9]],
  ],
  [
    'half a cent may be rounded either way',
    ['1,S-10,1.5,0.01,0.01,', '2,S-11,1,0.005,0.01,'],
    { recordColumns: { quantity: null } },
    [
      ['supported', 1, 1],
      ['supported', 1, 1],
    ],
    [],
  ],
  [
    'an amount within the tolerance',
    ['1,S-11,1,5.00,5.09,'],
    { rules: { amount_tolerance_cents: 9 } },
    [['supported', 509, 509]],
    [],
  ],
  [
    'of three faults the largest counts, and never more than the billed sum',
    ['1,S-12,2,5.00,10.09,'],
    {},
    [['unsupported', 1_009, 0]],
    [
      ['status_not_billable', 'error', 1_009],
      ['quantity_mismatch', 'error', 500],
      ['amount_arithmetic_mismatch', 'error', 9],
    ],
  ],
  [
    'a price above the agreed one',
    ['1,S-11,1,5.00,5.00,'],
    { rules: { unit_price_cents: 400 } },
    [['partially_supported', 500, 400]],
    [['unit_price_mismatch', 'error', 100]],
  ],
  [
    'nothing costs more than the line bills',
    ['1,S-10,2,10.00,5.00,'],
    { rules: { unit_price_cents: 100 } },
    [['unsupported', 500, 0]],
    [
      ['unit_price_mismatch', 'error', 500],
      ['amount_arithmetic_mismatch', 'warning', 0],
    ],
  ],
  [
    'a line of nothing is no second bill',
    ['1,S-11,1,5.00,5.00,', '2,S-11,,,0.00,'],
    {},
    [
      ['supported', 500, 500],
      ['supported', 0, 0],
    ],
    [],
  ],
  [
    'without quantities the date of the first billable row counts',
    ['1,S-10,3,10.00,30.00,2026-02-04'],
    { record: partialDeliveries, recordColumns: { quantity: null } },
    [['supported', 3_000, 3_000]],
    [
      ['date_mismatch', 'warning', 0],
      ['duplicate_record_key', 'warning', 0],
    ],
  ],
  [
    'a price below the agreed one costs nothing',
    ['1,S-11,1,5.00,5.00,'],
    { rules: { unit_price_cents: 600 } },
    [['supported', 500, 500]],
    [['unit_price_mismatch', 'warning', 0]],
  ],
  [
    'a price above that of the record',
    ['1,S-10,2,10.50,21.00,'],
    { recordColumns: { unit_price: 'price' } },
    [['partially_supported', 2_100, 2_000]],
    [['unit_price_mismatch', 'error', 100]],
  ],
  [
    'an amount without a price is compared with the agreed price of its units',
    ['1,S-10,2,,21.00,'],
    { rules: { unit_price_cents: 1_000 } },
    [['partially_supported', 2_100, 2_000]],
    [['unit_price_mismatch', 'error', 100]],
  ],
  [
    'a date that differs costs nothing',
    ['1,S-11,1,5.00,5.00,2026-02-27'],
    {},
    [['supported', 500, 500]],
    [['date_mismatch', 'warning', 0]],
  ],
  ['no key', ['1,,1,5.00,5.00,'], {}, [['unsupported', 500, 0]], [['missing_key', 'error', 500]]],
  [
    'words for money',
    ['1,S-11,1,5.00,five,'],
    {},
    [['unparseable', 0, 0]],
    [['unparseable_value', 'error', 0]],
  ],
  [
    'a quantity that cannot be read',
    ['1,S-11,one,5.00,5.00,'],
    {},
    [['unparseable', 500, 0]],
    [['unparseable_value', 'error', 500]],
  ],
  [
    'another currency',
    ['1,S-11,1,5.00,$5.00,'],
    {},
    [['unparseable', 0, 0]],
    [['currency_mismatch', 'error', 0]],
  ],
  [
    'a credit is supported in full, whatever is wrong with it',
    ['1,S-99,-1,5.00,-5.00,'],
    {},
    [['supported', -500, -500]],
    [['not_in_record', 'warning', 0]],
  ],
  [
    'a credit neither is a second bill nor makes the bill one',
    ['1,S-11,-1,5.00,-5.00,', '2,S-11,1,5.00,5.00,', '3,S-11,-1,5.00,-5.00,'],
    {},
    [
      ['supported', -500, -500],
      ['supported', 500, 500],
      ['supported', -500, -500],
    ],
    [],
  ],
  [
    'a stated total that the lines do not add up to',
    ['1,S-11,1,5.00,5.00,'],
    { total: 600 },
    [['supported', 500, 500]],
    [['total_mismatch', 'error', 100]],
  ],
  [
    'a row of the record whose date cannot be read supports nothing',
    ['1,S-11,1,5.00,5.00,'],
    { record: ['id,pieces,state,day', 'S-11,1,delivered,03/02/2026'] },
    [['unsupported', 500, 0]],
    [['unparseable_value', 'error', 500]],
  ],
  [
    'a row of the record without a date is of no period',
    ['1,S-11,1,5.00,5.00,'],
    { record: ['id,pieces,state,day', 'S-11,1,delivered,'] },
    [['unsupported', 500, 0]],
    [['outside_period', 'error', 500]],
  ],
  [
    'keys of another case match where the rules say so',
    ['1,s-11,1,5.00,5.00,'],
    { rules: { case_sensitive_keys: false } },
    [['supported', 500, 500]],
    [],
  ],
])('%s', (_, lines, changes, lineResults, codes) => {
  expect(told(audit(lines, changes))).toEqual({ lines: lineResults, codes })
})

test('each repetition names the first line that bills the key', () => {
  const { discrepancies } = audit(['a,S-11,1,5.00,5.00,', 'b,S-11,1,5.00,5.00,', 'c,S-11,1,5.00,5.00,'])
  const repeated = discrepancies.filter(({ code }) => code === 'duplicate_invoice_line')
  expect(repeated.map(({ line, explanation }) => [line, explanation])).toEqual([
    ['b', 'Line a bills the same key already.'],
    ['c', 'Line a bills the same key already.'],
  ])
})

test('every code has a case, with words and the values that differ', () => {
  const results = [
    audit(
      [
        '1,S-12,2,5.00,10.09,',
        '2,S-13,1,5.00,5.00,',
        '3,,1,1,1,',
        '4,S-9,1,1,1,',
        '5,S-11,1,6.00,6.00,2026-02-27',
        '6,S-11,1,5.00,5.00,',
        '7,S-8,1,1,x,',
        '8,S-8,1,1,$1,',
      ],
      {
        rules: { unit_price_cents: 500 },
        total: 1,
      },
    ),
    audit(['1,S-10,3,10.00,30.00,'], { record: [...partialDeliveries, 'S-11,1,delivered,2026-02-04,'] }),
  ]
  const found = results.flatMap(({ discrepancies }) => discrepancies)
  expect([...new Set(found.map(({ code }) => code))].toSorted()).toEqual(discrepancyCodes.toSorted())
  expect(found.find(({ code, line: label }) => code === 'unit_price_mismatch' && label === '5')).toEqual({
    code: 'unit_price_mismatch',
    severity: 'error',
    line: '5',
    key: 'S-11',
    record_row: null,
    field: 'unit_price',
    expected: '5',
    observed: '6',
    delta_cents: 100,
    explanation: 'A unit may cost 5 EUR; the line bills 6, 1.00 EUR too much.',
  })
  expect(found.every(({ explanation }) => /^[A-Z0-9].*\.$/.test(explanation))).toBe(true)
})

test('rows that may be billed and that no line bills are listed', () => {
  const { unbilled_records, readout, totals } = audit(['1,S-11,1,5.00,5.00,'])
  expect(unbilled_records).toEqual([{ record_row: 1, key: 'S-10' }])
  expect(readout).toBe('1 of 1 billed line is supported by the record. 0.00 of 5.00 EUR is not supported.')
  expect(totals).toMatchObject({ invoice_lines: 1, record_rows: 4, recomputed_cents: 500, variance_cents: 0 })
})

test.each<[field: string, changes: Changes]>([
  ['rules.billable_statuses', { recordColumns: { status: null } }],
  ['rules.period', { recordColumns: { date: null }, invoiceColumns: { date: null } }],
  ['rules.period', { rules: { period: { from: '2026-03-01', to: '2026-02-01' } } }],
  ['rules.period.from', { rules: { period: { from: '1 March' } } }],
])('rules that cannot be answered are refused at %s', (field, changes) => {
  let refusal: unknown
  try {
    audit(['1,S-11,1,5.00,5.00,'], changes)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: 422, options: { field } })
})

test('sums beyond exact numbers are refused', () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => `${n},S-${n},,,9999999999999,`)
  expect(() => audit(lines)).toThrow('add up to more than')
})

const anyLine = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  recorded: fc.integer({ min: 0, max: 9 }),
  cents: fc.integer({ min: -500, max: 5_000 }),
  isRecorded: fc.boolean(),
  isLost: fc.boolean(),
})
const invoice = fc.array(anyLine, { minLength: 1, maxLength: 30 })

/** Keys are the numbers of the lines, so that none is a duplicate. */
function auditOf(
  lines: readonly (typeof anyLine extends fc.Arbitrary<infer L> ? L : never)[],
  order: readonly number[],
) {
  const billed = order.map((n) => {
    const { quantity, cents } = lines[n] ?? { quantity: 0, cents: 0 }
    return `${n},K-${n},${quantity},${(cents / 100).toFixed(2)},${((quantity * cents) / 100).toFixed(2)},`
  })
  const rows = order.flatMap((n) => {
    const { recorded, isRecorded, isLost } = lines[n] ?? { recorded: 0, isRecorded: false, isLost: false }
    return isRecorded ? [`K-${n},${recorded},${isLost ? 'lost' : 'delivered'},2026-02-02,`] : []
  })
  return audit(billed, { record: ['id,pieces,state,day,price', ...rows.toReversed()] })
}

test('the lines add up to the totals, in any order of rows, and no line supports more than it bills', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ noNaN: true }), { minLength: 30, maxLength: 30 }),
      (lines, ranks) => {
        const inOrder = lines.map((_, n) => n)
        const shuffled = inOrder.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
        const { totals, lines: audited } = auditOf(lines, inOrder)
        expect(audited.reduce((sum, { billed_cents }) => sum + billed_cents, 0)).toBe(totals.billed_cents)
        expect(audited.reduce((sum, { supported_cents }) => sum + supported_cents, 0)).toBe(
          totals.supported_cents,
        )
        expect(totals.billed_cents - totals.supported_cents).toBe(totals.unsupported_cents)
        for (const { billed_cents: billed, supported_cents: supported } of audited) {
          expect(billed < 0 ? supported === billed : supported >= 0 && supported <= billed).toBe(true)
        }
        expect(auditOf(lines, shuffled).totals).toEqual(totals)
      },
    ),
    { numRuns: 100 },
  )
})

test('an invoice that bills what the record has, at any price, is clean', () => {
  fc.assert(
    fc.property(invoice, (lines) => {
      const perfect = lines.map((line) => ({
        ...line,
        recorded: line.quantity,
        isRecorded: true,
        isLost: false,
      }))
      const { totals, discrepancies } = auditOf(
        perfect,
        perfect.map((_, n) => n),
      )
      // A credit bills no row of the record.
      expect(discrepancies.filter(({ code }) => code !== 'unbilled_record')).toEqual([])
      expect([totals.supported_cents, totals.unsupported_cents]).toEqual([totals.billed_cents, 0])
    }),
    { numRuns: 50 },
  )
})

test('a matching pair more changes nothing else, and equal input gives equal bytes', () => {
  fc.assert(
    fc.property(invoice, (lines) => {
      const order = lines.map((_, n) => n)
      const pair = { quantity: 2, recorded: 2, cents: 100, isRecorded: true, isLost: false }
      const before = auditOf(lines, order)
      const after = auditOf([...lines, pair], [...order, lines.length])
      expect(after.lines.slice(0, -1).map(({ record_rows: _, ...each }) => each)).toEqual(
        before.lines.map(({ record_rows: _, ...each }) => each),
      )
      expect(after.totals.supported_cents).toBe(before.totals.supported_cents + 200)
      expect(after.lines.at(-1)).toMatchObject({ status: 'supported', discrepancies: [] })
      expect(JSON.stringify(auditOf(lines, order))).toBe(JSON.stringify(before))
    }),
    { numRuns: 100 },
  )
})
