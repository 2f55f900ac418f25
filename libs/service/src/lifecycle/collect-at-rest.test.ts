import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWorthCollecting } from './collect-at-rest.ts'

const mega = 1_024 * 1_024

test('a process collects once it rests, again only after it grew, and never while it works', () => {
  const first = { busy: 0.02, heapBytes: 40 * mega, leftBytes: 0 }
  const later = { ...first, leftBytes: 30 * mega }
  expect(isWorthCollecting(first)).toBe(true)
  expect(isWorthCollecting(later)).toBe(false)
  expect(isWorthCollecting({ ...later, heapBytes: 47 * mega })).toBe(true)
  expect(isWorthCollecting({ ...later, heapBytes: 470 * mega, busy: 0.5 })).toBe(false)
})

/** Grows by a burst, drops what it made, and tells its memory before, at its most and once it rested. */
const burst = `
  const { collectAtRest } = await import(process.argv[1])
  const megabytes = () => process.memoryUsage.rss() / 1_048_576
  const make = () => Array.from({ length: 25 }, () => JSON.parse(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n })))))
  const before = megabytes()
  let kept = make()
  const most = megabytes()
  const stop = collectAtRest(20)
  kept = null
  const given = () => most - megabytes() > (most - before) / 2
  const look = setInterval(() => {
    if (!given() && performance.now() < 20_000) return
    clearInterval(look)
    stop()
    console.log(JSON.stringify({ before, most, after: megabytes() }))
  }, 20)
`

test('what a burst left goes back to the system while nothing is asked for', () => {
  const args = [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    burst,
    join(import.meta.dirname, 'collect-at-rest.ts'),
  ]
  const { before, most, after } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8' }),
  ) as Record<string, number>
  expect(most).toBeGreaterThan((before ?? 0) + 20)
  expect(after).toBeLessThan(((before ?? 0) + (most ?? 0)) / 2)
})
