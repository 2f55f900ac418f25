import { expect, test } from 'vitest'
import { missingSegments, nextSegment, segmentsBetween } from './wal-segments.ts'

const bytes = 16 * 1024 * 1024

test('after the 256th segment of 16 MiB comes the first of the next log', () => {
  expect(nextSegment('000000010000000A000000FE', bytes)).toBe('000000010000000A000000FF')
  expect(nextSegment('000000010000000A000000FF', bytes)).toBe('000000010000000B00000000')
  expect(nextSegment('000000010000000A0000003F', 64 * 1024 * 1024)).toBe('000000010000000B00000000')
  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001', bytes)).toHaveLength(4)
})

test('a gap is found between the first segment that is needed and the last of its timeline', () => {
  const archived = new Set([
    ...['000000010000000000000001', '000000010000000000000003', '000000010000000000000005'],
    ...['000000020000000000000009', '00000002.history'],
  ])
  expect(missingSegments(archived, '000000010000000000000003', bytes)).toEqual(['000000010000000000000004'])
  expect(missingSegments(archived, '000000010000000000000005', bytes)).toEqual([])
  expect(missingSegments(archived, '000000010000000000000006', bytes)).toEqual([])
})
