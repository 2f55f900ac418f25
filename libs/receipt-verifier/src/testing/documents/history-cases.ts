import type { HashedSpoolEvent } from '../../preimages/spool-event-hash.ts'
import type { HistoryCase } from './document-case.ts'
import { hashedAnew, headOf, sampleHistory } from './sample-history.ts'

const events = sampleHistory()
const head = headOf(events)
const [first, second, third, last] = events as [
  HashedSpoolEvent,
  HashedSpoolEvent,
  HashedSpoolEvent,
  HashedSpoolEvent,
]

/** Histories of a Spool: whole, cut, reordered, changed in one event or made anew from one on. */
export function historyCases(): HistoryCase[] {
  const changed = { ...second, data: { agreement_version: 2 } }
  const rehashed = hashedAnew(changed)
  const remade = sampleHistory([first.data, { agreement_version: 2 }])
  const renumbered = hashedAnew({ ...third, seq: 2, prev_hash: first.hash })
  return [
    holds('up to the event that a receipt names', events, head),
    holds('without a receipt', events),
    holds('longer than the receipt knows', events, headOf(events, 2)),
    holds('that goes on behind the event that a receipt names, up to the first', events, headOf(events, 1)),
    broken(
      'that goes on behind the event that a receipt names, with a later event changed',
      [first, second, third, { ...last, type: 'spool.expired' }],
      headOf(events, 2),
    ),
    holds('whose event has null as its data', [hashedAnew({ ...first, data: null })]),
    holds('with the decision of a reviewer', [
      hashedAnew({ ...first, actor: { party_id: null, kind: 'reviewer' } }),
    ]),
    holds('of a type that no reader knows', [hashedAnew({ ...first, type: 'x' })]),
    broken('with an event without a type', [hashedAnew({ ...first, type: '' })]),
    broken('with an actor that has one more member', [
      hashedAnew({ ...first, actor: { ...first.actor, name: 'Ana' } as never }),
    ]),
    holds('of one event', [first], headOf([first])),
    holds('of no event, without a receipt', []),
    holds('made anew from an event on, without the receipt that would show it', remade),
    broken('made anew from an event on', remade, head),
    broken('cut behind the event that the receipt names', events.slice(0, 3), head),
    broken('of no event', [], head),
    broken('without its first event', events.slice(1), head),
    broken('without an event in the middle', [first, third, last], head),
    broken('without an event in the middle, the others numbered anew', [first, renumbered], head),
    broken('with two events in the place of each other', [first, third, second, last], head),
    broken('with an event twice', [first, second, second, third, last], head),
    broken('with a changed event', [first, changed, third, last], head),
    broken('with a changed event and its hash made anew', [first, rehashed, third, last], head),
    broken(
      'with a changed event at the end and its hash made anew',
      [first, second, third, hashedAnew({ ...last, at: '2026-01-01T00:00:00.000Z' })],
      head,
    ),
    broken('with an actor exchanged', [
      { ...first, actor: { party_id: second.actor.party_id, kind: 'party' } },
      second,
      third,
      last,
    ]),
    broken('with another hash at the end than the receipt names', events, { ...head, hash: first.hash }),
    broken('that does not begin with zeros', [hashedAnew({ ...first, prev_hash: second.hash })]),
    broken('that begins with its second event, hashed as a first one', [
      hashedAnew({ ...second, prev_hash: '0'.repeat(64) }),
    ]),
    broken('whose numbers begin at 0', [hashedAnew({ ...first, seq: 0 })]),
    broken('with a member that no event has', [{ ...first, note: 'later' }]),
    broken('with an event whose hash covers a member that no event has', [
      { ...hashedAnew({ ...first, note: 'now' } as never), note: 'now' },
    ]),
    broken('with an event without its data', [withoutData(first)]),
    broken('with a hash in capitals', [{ ...first, hash: first.hash.toUpperCase() }]),
    broken('with a number that is a text', [{ ...first, seq: '1' }]),
    broken('with a time of another form', [hashedAnew({ ...first, at: '2025-12-31T00:00:00Z' })]),
    broken('with an actor of another kind', [
      hashedAnew({ ...first, actor: { party_id: null, kind: 'stranger' as never } }),
    ]),
    broken('that is an object', { events }),
    broken('that is null', null),
  ]
}

type Head = HistoryCase['history']

function holds(name: string, list: unknown, history?: Head): HistoryCase {
  return {
    name: `history ${name}`,
    kind: 'history',
    events: list,
    ...(history && { history }),
    expect: { holds: true },
  }
}

function broken(name: string, list: unknown, history?: Head): HistoryCase {
  return { ...holds(name, list, history), expect: { holds: false } }
}

function withoutData({ data: _, ...event }: HashedSpoolEvent): object {
  return event
}
