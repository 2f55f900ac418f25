import { PassedText } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { sentEvidence } from './sent-evidence.ts'

const item = {
  condition_id: 'cond_000000000000000000000001',
  type: 'text',
  source: 'mail',
  metadata: { text: 'done' },
}

test('items that are sent along are read one at a time, each when it is asked for', () => {
  const items = sentEvidence(new PassedText(Buffer.from(`[${JSON.stringify(item)},{unread}]`)))
  expect(items.next().value).toEqual(item)
  expect(() => items.next()).toThrow(SyntaxError)
})

test('where nothing is sent along there is no item', () => {
  expect([...sentEvidence(undefined)]).toEqual([])
})
