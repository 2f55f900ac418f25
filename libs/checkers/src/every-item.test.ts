import { portableSha256 } from '@outturn/canonical'
import { expect, test } from 'vitest'
import type { CheckInput } from './check-input.ts'
import { type DeterministicCheck, runCheck } from './checkers.ts'
import { StepBudget, stepsPerRun } from './engines/step-budget.ts'
import type { JudgedContent } from './judged-item.ts'

const input = (everyItemCounts: boolean, ...contents: readonly JudgedContent[]): CheckInput => ({
  items: contents.map((content) => ({ content, observedAt: null, receivedAt: '2026-01-01T00:00:00.000Z' })),
  rows: contents.flatMap((content) => (content.kind === 'rows' ? content.rows : [])),
  units: null,
  observations: new Map(),
  sha256: portableSha256,
  budget: new StepBudget(stepsPerRun),
  everyItemCounts,
})
const text = (words: string): JudgedContent => ({ kind: 'text', text: words })
const link = (url: string): JudgedContent => ({ kind: 'reference', url })
const workbook: JudgedContent = {
  kind: 'bytes',
  base64: btoa('PK'),
  media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The codes where every item counts, and where the latest does. */
function codes(
  check: DeterministicCheck,
  contents: readonly JudgedContent[],
  more: Partial<CheckInput> = {},
) {
  return [true, false].map((everyItemCounts) => {
    const result = runCheck(check, { ...input(everyItemCounts, ...contents), ...more })
    return result.kind === 'rows' ? null : result.code
  })
}

test('an excluded phrase is found in every form of what was delivered', () => {
  const check: DeterministicCheck = { checker: 'text_contains', none_of: ['secret'] }
  expect(codes(check, [text('secret'), text('fine')])).toEqual(['text_forbidden', null])
  expect(codes(check, [{ kind: 'json', json: { a: ['secret'] } }, text('fine')])).toEqual([
    'text_forbidden',
    null,
  ])
  expect(codes(check, [{ kind: 'json', json: { secret: 1 } }, text('fine')])).toEqual([
    'text_forbidden',
    null,
  ])
  expect(codes(check, [workbook, text('fine')], { rows: [{ a: 'a secret' }] })).toEqual([
    'text_forbidden',
    null,
  ])
  expect(codes(check, [workbook, text('fine')], { rows: [{ a: 'b' }] })).toEqual([null, null])
  // What did not come as text at all is no text.
  expect(codes(check, [{ kind: 'rows', rows: [{ a: 'b' }] }])).toEqual([
    'wrong_evidence_type',
    'wrong_evidence_type',
  ])
})

test('an agreed phrase may stand in any text, and only whole in one of them', () => {
  const texts = [text('signed by'), text('both parties')]
  expect(codes({ checker: 'text_contains', text: 'signed by' }, texts)).toEqual([null, 'text_not_found'])
  expect(codes({ checker: 'text_contains', all_of: ['both', 'signed'] }, texts)).toEqual([
    null,
    'text_not_found',
  ])
  expect(codes({ checker: 'text_contains', text: 'by both' }, texts)).toEqual([
    'text_not_found',
    'text_not_found',
  ])
})

test('of links, contents and measured texts each has to be as agreed', () => {
  const links = [link('nowhere'), link('https://example.com/')]
  expect(codes({ checker: 'url_format' }, links)).toEqual(['different_deliveries', null])
  expect(codes({ checker: 'url_format' }, links.slice(0, 1))).toEqual(['invalid_url', 'invalid_url'])
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const check = { checker: 'hash_matches', expected: abc } as const
  expect(codes(check, [text('other'), text('abc')])).toEqual(['different_deliveries', null])
  expect(codes(check, [{ kind: 'rows', rows: [] }, text('abc')])).toEqual([null, null])
  expect(codes(check, [text('other'), text('more')])).toEqual(['hash_mismatch', 'hash_mismatch'])
  const short = { checker: 'json_path', path: '$', measure: 'words', max: 1 } as const
  expect(codes(short, [text('one two'), text('one')])).toEqual(['different_deliveries', null])
})
