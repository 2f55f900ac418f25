import { nodeSha256 } from '@outturn/canonical/node'
import { expect, test } from 'vitest'
import {
  erasureName,
  formatErasure,
  type ListedErasure,
  parseErasure,
  UnusableErasure,
} from './listed-erasure.ts'

const account: ListedErasure = {
  kind: 'account',
  subject: `acc_${'a'.repeat(24)}`,
  at: '2026-01-01T00:00:00.000Z',
}
const name = erasureName(account, nodeSha256)
const text = formatErasure(account, nodeSha256)

test('a file says what was erased and when, under a name that every repetition has', () => {
  expect(parseErasure(text, name, nodeSha256)).toEqual(account)
  expect(erasureName({ ...account }, nodeSha256)).toBe(name)
  const content = { kind: 'content', subject: `spl_${'b'.repeat(24)}/ev_${'c'.repeat(24)}` } as const
  expect(erasureName(content, nodeSha256)).not.toBe(name)
})

test.each([
  ['a part of the file', text.slice(0, -10), name],
  ['another account', text.replace('acc_aaaa', 'acc_baaa'), name],
  ['another time', text.replace('2026-01', '2025-01'), name],
  ['another name', text, 'f'.repeat(64)],
  ['no JSON', 'erased', name],
])('%s is refused and not taken for an erasure', (_, changed, of) => {
  expect(() => parseErasure(changed, of, nodeSha256)).toThrow(UnusableErasure)
})
