import type { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { expectedVersions, isKnownTag, spoolTag } from './spool-tag.ts'

const bytes = Buffer.from('{"version":7}')

test('a tag carries the version, and changes with the bytes', () => {
  expect(spoolTag(7, bytes)).toMatch(/^"7\.[\w-]{27}"$/)
  expect(spoolTag(7, Buffer.from('{"version":7} '))).not.toBe(spoolTag(7, bytes))
})

test('a tag sent back asks for its version; no header and * ask for none', () => {
  expect(expectedVersions(spoolTag(7, bytes))).toEqual([7])
  expect(expectedVersions(` ${spoolTag(12, bytes)} `)).toEqual([12])
  expect([expectedVersions(undefined), expectedVersions('*')]).toEqual([undefined, undefined])
})

test('of several tags each is a version that will do; weak ones and those of others match nothing', () => {
  const header = `"other", ${spoolTag(7, bytes)},W/${spoolTag(9, bytes)} , ${spoolTag(8, bytes)}`
  expect(expectedVersions(header)).toEqual([7, 8])
})

test.each([
  '',
  '7',
  '"7"',
  '"abc"',
  `W/${spoolTag(7, bytes)}`,
  `"a, b", W/${spoolTag(7, bytes)}`,
  spoolTag(0, bytes),
])('%s cannot match', (header) => {
  expect(() => expectedVersions(header)).toThrowError(
    expect.objectContaining({ code: 'store_conflict' }) as Refusal,
  )
})

test('one of several known tags is enough, whatever their strength', () => {
  const tag = spoolTag(7, bytes)
  expect(isKnownTag(`"other", W/${tag}`, tag)).toBe(true)
  expect(isKnownTag('*', tag)).toBe(true)
  expect([isKnownTag('"other"', tag), isKnownTag(undefined, tag)]).toEqual([false, false])
})
