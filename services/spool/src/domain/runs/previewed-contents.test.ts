import { expect, test } from 'vitest'
import { previewedContents, previewInline } from './previewed-contents.ts'

const textOf = (characters: number) =>
  JSON.stringify({ kind: 'text', text: 'x'.repeat(characters - '{"kind":"text","text":""}'.length) })

test('short contents are a part of a job, and what is long or beyond its room is beside it, unread', () => {
  const short = { digest: 'short', text: textOf(100) }
  const unread = { digest: 'long', text: `not JSON ${'x'.repeat(previewInline.each)}` }
  const many = Array.from({ length: 6 }, (_, index) => ({ digest: `${index}`, text: textOf(60_000) }))
  const { inline, beside } = previewedContents([short, unread, ...many, short, unread])
  expect(inline['short']).toEqual(JSON.parse(short.text))
  expect(Object.keys(inline).toSorted()).toEqual(['0', '1', '2', '3', 'short'])
  expect(beside.map(({ digest }) => digest)).toEqual(['long', '4', '5'])
})
