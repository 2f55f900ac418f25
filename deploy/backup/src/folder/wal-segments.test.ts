import { expect, test } from 'vitest'
import { isOnLine, parseHistory } from './timelines.ts'
import { missingSegments, nextSegment, segmentsBetween } from './wal-segments.ts'

const bytes = 16 * 1024 * 1024

test('after the 256th segment of 16 MiB comes the first of the next log', () => {
  expect(nextSegment('000000010000000A000000FE', bytes)).toBe('000000010000000A000000FF')
  expect(nextSegment('000000010000000A000000FF', bytes)).toBe('000000010000000B00000000')
  expect(nextSegment('000000010000000A0000003F', 64 * 1024 * 1024)).toBe('000000010000000B00000000')
  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001', bytes)).toHaveLength(4)
})

test('a gap is found between the first segment that is needed and the last of its timeline', () => {
  const line = [{ timeline: 1, leftAt: null }]
  const archived = new Set([
    ...['000000010000000000000001', '000000010000000000000003', '000000010000000000000005'],
    ...['000000020000000000000009', '00000002.history'],
  ])
  const missing = (first: string) => missingSegments(archived, first, bytes, line)
  expect(missing('000000010000000000000003')).toEqual(['000000010000000000000004'])
  expect(missing('000000010000000000000005')).toEqual([])
  expect(missing('000000010000000000000006')).toEqual([])
})

test('a gap on a later timeline is found, from the segment in which the earlier one was left', () => {
  const line = [
    ...parseHistory('1\t0/5000148\tbefore 2026-11-28 03:01:28+00\n'),
    { timeline: 2, leftAt: null },
  ]
  const archived = new Set([
    ...['000000010000000000000003', '000000010000000000000004', '000000010000000000000006'],
    ...['000000020000000000000006', '000000020000000000000008', '00000002.history'],
  ])
  expect(missingSegments(archived, '000000010000000000000003', bytes, line)).toEqual([
    '000000020000000000000005',
    '000000020000000000000007',
  ])
})

test('a backup is on the line of a timeline unless that began before the backup had ended', () => {
  const line = [
    ...parseHistory('1\t0/5000148\tno recovery target specified\n\n2\t0/9000000\tbefore transaction 7\n'),
    { timeline: 3, leftAt: null },
  ]
  expect(line.map(({ timeline }) => timeline)).toEqual([1, 2, 3])
  const backup = (last_segment: string) => isOnLine(line, { last_segment, wal_segment_bytes: bytes })
  expect(backup('000000010000000000000005')).toBe(true)
  expect(backup('000000010000000000000006')).toBe(false)
  expect(backup('000000020000000000000008')).toBe(true)
  expect(backup('0000000300000000000000FF')).toBe(true)
  expect(backup('000000040000000000000001')).toBe(false)
})
