import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsOf, searchTerms } from './search-terms.ts'

const whole = 'ocr_c936a6bdeae2768c1d668712'

test.each([
  ['', { kind: 'empty' }],
  ['   ', { kind: 'empty' }],
  [whole, { kind: 'ids', ids: [whole], whole, digits: [whole.slice(4)] }],
  [` ${whole.toUpperCase()}\n`, { kind: 'ids', ids: [whole], whole }],
  ['ocr_c936a6', { kind: 'ids', ids: ['ocr_c936a6'], whole: null }],
  ['ocr_c936a', { kind: 'short', prefix: 'ocr_', count: 5 }],
  ['c936a', { kind: 'short', prefix: '', count: 5 }],
  ['0x12', { kind: 'short', prefix: '0x', count: 2 }],
  ['foo_c936a6bdeae2', { kind: 'unknown', prefix: 'foo_' }],
  ['Company list', { kind: 'words' }],
  [`ocr_${'a'.repeat(25)}`, { kind: 'words' }],
  [`https://outturn.example/r/${whole}?x=1#proof`, { kind: 'ids', ids: [whole], whole }],
  ['billing:run:vr_c80776add556c0df2c7f8211', { kind: 'ids', ids: ['vr_c80776add556c0df2c7f8211'] }],
  [`0x${'ab'.repeat(32)}`, { kind: 'ids', whole: `0x${'ab'.repeat(32)}` }],
  [
    `${whole} and spl_962412fc39ca1cef5e6b105f`,
    { kind: 'ids', ids: [whole, 'spl_962412fc39ca1cef5e6b105f'], whole: null },
  ],
  ["ocr_c936a6' or true --", { kind: 'ids', ids: ['ocr_c936a6'], whole: null }],
])('%j is read as what it asks for', (text, expected) => {
  expect(searchTerms(text)).toMatchObject(expected)
})

test('digits without a prefix are asked of every owner', () => {
  const terms = searchTerms('c936a6bdeae2')
  const ids = terms.kind === 'ids' ? terms.ids : []
  expect(ids.length).toBeLessThanOrEqual(16)
  for (const prefix of [
    'ocr_',
    'spl_',
    'vr_',
    'ev_',
    'dsp_',
    'rev_',
    'dsc_',
    'req_',
    'key_',
    'csm_',
    'stl_',
    'cpp_',
    'crg_',
    '0x',
  ]) {
    expect(ids).toContain(`${prefix}c936a6bdeae2`)
  }
  for (const owner of ['signing', 'spool', 'billing', 'settlement', 'gateway'] as const) {
    expect(idsOf(owner, ids).length).toBeGreaterThan(0)
  }
})

const digits = fc.string({
  unit: fc.constantFrom(...'0123456789abcdef'.split('')),
  minLength: 6,
  maxLength: 24,
})

test('whatever text is searched for, every id that is asked for has a form that owners take', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        digits,
        digits.map((each) => `spl_${each}`),
        digits.map((each) => `x 0x${each}.`),
      ),
      (text) => {
        const terms = searchTerms(text)
        if (terms.kind !== 'ids') return
        expect(terms.ids.length).toBeGreaterThan(0)
        expect(terms.ids.length).toBeLessThanOrEqual(16)
        for (const id of terms.ids) expect(id).toMatch(/^(?:[a-z]{2,4}_[0-9a-f]{6,24}|0x[0-9a-f]{6,64})$/)
      },
    ),
  )
})
