import { Refusal } from '@outturn/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asOf } from '../lifecycle/as-of.ts'
import { dueAt } from '../lifecycle/timers.ts'
import type { Entry } from '../model/decision.ts'
import type { Discrepancy } from '../model/casework/discrepancy.ts'
import { isHeld } from '../model/hold.ts'
import type { Spool } from '../model/spool.ts'
import { approveClose, requestClose } from './close-by-operators.ts'
import { currentDiscrepancy } from './current-discrepancy.ts'
import { close, hour, opened, settling, textDigest, tools } from './discrepancies.fixture.ts'

const windowHours = 10
const side = fc.constantFrom('buyer', 'provider')
const word = fc.constantFrom('dismiss', 'accepted_variance')
const which = fc.nat(2)
const act = fc.oneof(
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait'), hours: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ does: fc.constant('open'), side },
      severity: fc.constantFrom('block', 'block', 'warn'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('close'), side, word, which }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('operate'), name: fc.constantFrom('alice', 'bob'), which }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** A Spool with its discrepancies after some acts, and who said what of each block, as an observer notes it. */
type Course = {
  spool: Spool
  rows: Map<string, Discrepancy>
  history: Entry[]
  words: Map<string, Set<string>>
  hours: number
}

function start(): Course {
  return { spool: settling({}, windowHours), rows: new Map(), history: [], words: new Map(), hours: 0 }
}

function passed(course: Course): Course {
  const { spool, history } = asOf(course.spool, hour(course.hours), tools)
  return { ...course, spool, history: [...course.history, ...(history as Entry[])] }
}

/** The course after an act; one that is refused changes nothing. */
function after(before: Course, taken: Act): Course {
  const course = passed(before)
  if (taken.does === 'wait') return passed({ ...course, hours: course.hours + taken.hours })
  try {
    const made = decided(course, taken)
    if (made === null) return course
    const { discrepancy, spool, entries } = made
    note(course, taken, discrepancy)
    const rows = new Map([...course.rows, [discrepancy.id, discrepancy]])
    return { ...course, spool, rows, history: [...course.history, ...entries] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return course
  }
}

function decided(course: Course, taken: Exclude<Act, { does: 'wait' }>) {
  const { spool, rows, hours, history } = course
  if (taken.does === 'open') {
    const options = { severity: taken.severity, id: `dsc_${history.length}` }
    return opened(spool, hours, taken.side, options)
  }
  const discrepancy = [...rows.values()].at(-1 - taken.which)
  if (discrepancy === undefined) return null
  if (taken.does === 'close') return close({ spool, discrepancy }, hours, taken.side, taken.word)
  const now = hour(hours)
  if (currentDiscrepancy(discrepancy, spool).request !== null) {
    return approveClose(spool, discrepancy, taken.name, now)
  }
  const asked = { act: 'dismiss', outcome: null, note: 'So.', operator: taken.name } as const
  return requestClose(spool, discrepancy, asked, { now, textDigest })
}

function note({ words, rows }: Course, taken: Act, { id }: Discrepancy): void {
  const who = taken.does === 'close' ? taken.side : taken.does === 'operate' ? taken.name : null
  if (who === null || !rows.has(id)) return
  words.set(id, new Set([...(words.get(id) ?? []), who]))
}

test('in any order of acts and time no side closes a block alone, each block ends, and what was recorded stays', () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }), (acts) => {
      let course = start()
      for (const taken of acts) {
        const next = after(course, taken)
        // History is only ever added to.
        expect(next.history.slice(0, course.history.length)).toEqual(course.history)
        for (const [id, row] of course.rows) {
          const now = next.rows.get(id)
          expect(now?.texts.slice(0, row.texts.length)).toEqual(row.texts)
          if (row.status !== 'open') expect(now).toEqual(row)
        }
        course = next
        for (const { id, status, severity, resolution } of course.rows.values()) {
          if (status === 'open' || severity !== 'block') continue
          const said = [...(course.words.get(id) ?? [])]
          const needed = resolution?.by === 'operator' ? ['alice', 'bob'] : ['buyer', 'provider']
          expect(said).toEqual(expect.arrayContaining(needed))
        }
        const open = [...course.rows.values()].filter(({ status }) => status === 'open')
        expect(course.spool.state.discrepancies.open).toBe(open.length)
        const blocks = open.map((row) => currentDiscrepancy(row, course.spool)).filter(isBlock)
        expect(course.spool.state.holds.map(({ id }) => id).toSorted()).toEqual(
          blocks.map(({ id }) => id).toSorted(),
        )
        for (const { spentMs } of Object.values(course.spool.state.heldTime)) {
          expect(spentMs).toBeLessThanOrEqual(2 * windowHours * 3_600_000)
        }
      }
      const ended = passed({ ...course, hours: course.hours + windowHours })
      expect([isHeld(ended.spool.state), dueAt(ended.spool)]).toEqual([false, null])
    }),
    { numRuns: 200 },
  )
})

function isBlock({ severity }: Discrepancy): boolean {
  return severity === 'block'
}
