import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countRest, isWorthCollecting } from './collect-at-rest.ts'

const mega = 1_024 * 1_024

test('a process collects after a rest of three looks, again only after it grew, and never while it works', () => {
  const later = { restingLooks: 3, bytes: 40 * mega, leftBytes: 30 * mega }
  expect(isWorthCollecting(later)).toBe(false)
  expect(isWorthCollecting({ ...later, bytes: 47 * mega })).toBe(true)
  expect(isWorthCollecting({ ...later, bytes: 47 * mega, restingLooks: 9 })).toBe(true)
  for (const restingLooks of [0, 1, 2])
    expect(isWorthCollecting({ ...later, bytes: 470 * mega, restingLooks })).toBe(false)
})

test('a rest begins anew after each look that found work', () => {
  expect(countRest(2, 0.02)).toBe(3)
  expect(countRest(2, 0.5)).toBe(0)
})

test('what a start left is collected at the first look that finds rest', () => {
  const first = { restingLooks: 1, bytes: 40 * mega, leftBytes: 0 }
  expect(isWorthCollecting(first)).toBe(true)
  expect(isWorthCollecting({ ...first, restingLooks: 0 })).toBe(false)
})

/** Grows by a burst of objects and then by one of buffers, drops each, and tells its memory before, at its most and once it rested. */
const bursts = `
  import { setTimeout as pause } from 'node:timers/promises'
  const { collectAtRest } = await import(process.argv[1])
  const megabytes = () => process.memoryUsage.rss() / 1_048_576
  const rows = () => JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n }))))
  const before = megabytes()
  collectAtRest(20)
  const readings = []
  for (const make of [rows, () => Buffer.alloc(4_194_304, 1)]) {
    let kept = Array.from({ length: 25 }, make)
    const most = megabytes()
    kept = null
    const giveUpAt = performance.now() + 20_000
    while (most - megabytes() < (most - before) / 2 && performance.now() < giveUpAt) await pause(20)
    readings.push({ before, most, after: megabytes() })
  }
  console.log(JSON.stringify(readings))
`

test('what a burst left goes back to the system while nothing is asked for', () => {
  const args = [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    bursts,
    join(import.meta.dirname, 'collect-at-rest.ts'),
  ]
  const readings = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Record<
    'before' | 'most' | 'after',
    number
  >[]
  expect(readings).toHaveLength(2)
  for (const { before, most, after } of readings) {
    expect(most).toBeGreaterThan(before + 20)
    expect(after).toBeLessThan((before + most) / 2)
  }
})
