import { expect, test } from 'vitest'
import { createPreferredReplicas } from './preferred-replicas.ts'

const [a, b, c, d] = ['spool:h:a', 'spool:h:b', 'spool:h:c', 'spool:h:d'] as const
const replicas = [a, b, c, d]

/** What a process prefers that asks spool often, with a clock that a test moves. */
function preferring(known: readonly string[] = replicas) {
  const called: string[] = []
  let now = 0
  let drawn = 0
  const preferred = createPreferredReplicas({
    callRoll: (service) => void called.push(service),
    // Goes round, so that each of those between which is drawn comes up.
    random: () => {
      drawn += 1
      return (drawn % 12) / 12
    },
  })
  const saw = (id: string, load = 0) => preferred.saw(id, load, now)
  for (const id of known) saw(id)
  return {
    ...preferred,
    called,
    saw,
    pass: (ms: number) => {
      now += ms
    },
    next: (count = 10) => preferred.next('spool', count, now),
    /** Those that the next packets go to, each of which answers with this load. */
    chosen(load: Readonly<Record<string, number>> = {}) {
      const ids = Array.from({ length: 24 }, () => {
        now += 1
        const id = preferred.next('spool', 10, now)
        if (id !== null) saw(id, load[id] ?? 0)
        return id
      })
      return [...new Set(ids)].sort((x, y) => (String(x) < String(y) ? -1 : 1))
    },
  }
}

test('of replicas that have little to do the first is asked, by every process the same', () => {
  expect(preferring().chosen()).toEqual([a])
  expect(preferring([d, c, b, a]).chosen()).toEqual([a])
})

test('as many are asked as their load calls for, and all of them as the server chooses', () => {
  const busy = preferring()
  expect(busy.chosen({ [a]: 0.7 })).toEqual([a, b])
  expect(busy.chosen({ [a]: 0.7, [b]: 0.7 })).toEqual([a, b, c])
  expect(busy.chosen({ [a]: 0.7, [b]: 0.7, [c]: 0.7 })).toEqual([null, a, b, c])
  for (const id of replicas) busy.saw(id, 0.9)
  expect(busy.chosen({ [a]: 0.9, [b]: 0.9, [c]: 0.9, [d]: 0.9 })).toEqual([null])
})

test('one fewer is asked only when the load has fallen well below what they can do', () => {
  const settling = preferring()
  settling.chosen({ [a]: 0.7 })
  for (const id of [a, b]) settling.saw(id, 0.3)
  expect(settling.chosen({ [a]: 0.3, [b]: 0.3 })).toEqual([a, b])
  settling.saw(a, 0.2)
  settling.saw(b, 0.2)
  expect(settling.chosen({ [a]: 0.2, [b]: 0.2 })).toEqual([a])
})

test('a service that is asked seldom has no preferred replica, and no roll is called', () => {
  const seldom = preferring()
  for (let turn = 0; turn < 10; turn += 1) {
    seldom.pass(1_000)
    expect(seldom.next(1)).toBeNull()
  }
  expect(seldom.called).toEqual([])
})

test('the roll is called at once, and again every quarter of a minute while the service is asked', () => {
  const calling = preferring([])
  for (let second = 0; second < 40; second += 1) {
    calling.next()
    calling.pass(1_000)
  }
  expect(calling.called).toEqual(['spool', 'spool', 'spool'])
})

test('one that no one listens to is not asked again, nor one that has told nothing for 40 s', () => {
  const leaving = preferring()
  leaving.next()
  leaving.lost(a)
  expect(leaving.chosen()).toEqual([b])
  leaving.pass(20_000)
  leaving.saw(c)
  leaving.saw(d)
  leaving.pass(21_000)
  expect(leaving.chosen()).toEqual([c])
})

test('one that answers nothing for a second is passed over until it answers', () => {
  const silent = preferring()
  expect(silent.next()).toBe(a)
  silent.pass(1_001)
  expect(silent.chosen()).toEqual([b])
  silent.saw(a)
  expect(silent.chosen()).toEqual([a])
})

test('one replica alone is asked as the server chooses, as others may have come', () => {
  expect(preferring([a]).chosen()).toEqual([null])
})
