import type { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { expectedVersion, isKnownTag, spoolTag } from './spool-tag.ts'

const bytes = Buffer.from('{"version":7}')

test('a tag carries the version, and changes with the bytes', () => {
  expect(spoolTag(7, bytes)).toMatch(/^"7\.[\w-]{27}"$/)
  expect(spoolTag(7, Buffer.from('{"version":7} '))).not.toBe(spoolTag(7, bytes))
})

test('a tag sent back asks for its version; no header and * ask for none', () => {
  expect(expectedVersion(spoolTag(7, bytes))).toBe(7)
  expect(expectedVersion(` ${spoolTag(12, bytes)} `)).toBe(12)
  expect([expectedVersion(undefined), expectedVersion('*')]).toEqual([undefined, undefined])
})

test.each([
  '',
  '7',
  '"7"',
  '"abc"',
  `W/${spoolTag(7, bytes)}`,
  `${spoolTag(7, bytes)}, ${spoolTag(8, bytes)}`,
  spoolTag(0, bytes),
])('%s cannot match', (header) => {
  expect(() => expectedVersion(header)).toThrowError(
    expect.objectContaining({ code: 'store_conflict' }) as Refusal,
  )
})

test('one of several known tags is enough, whatever their strength', () => {
  const tag = spoolTag(7, bytes)
  expect(isKnownTag(`"other", W/${tag}`, tag)).toBe(true)
  expect(isKnownTag('*', tag)).toBe(true)
  expect([isKnownTag('"other"', tag), isKnownTag(undefined, tag)]).toEqual([false, false])
})
