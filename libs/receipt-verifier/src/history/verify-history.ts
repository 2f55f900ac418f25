import { type JsonValue, type Sha256, portableSha256 } from '@outturn/canonical'
import { FIRST_PREV_HASH, type HashedSpoolEvent, spoolEventHash } from '../preimages/spool-event-hash.ts'
import { actorKinds } from '@outturn/vocabulary'
import type { HistoryHead } from '../receipt/outcome-receipt.ts'
import {
  type Shape,
  anything,
  exactObject,
  hex64,
  integer,
  listOf,
  oneOf,
  orNull,
  text,
  time,
} from '../shape.ts'

const historyShape: Shape<readonly HashedSpoolEvent[]> = listOf(
  exactObject({
    id: text(),
    type: text(),
    at: time(),
    actor: exactObject({ party_id: orNull(text()), kind: oneOf(...actorKinds) }),
    data: anything<JsonValue>(),
    seq: integer(1),
    prev_hash: hex64(),
    hash: hex64(),
  }),
)

/**
 * What is wrong with the events of a Spool from its first on, as the end of a sentence; undefined when nothing is: each has
 * the hash of its content and follows the one before, and the one that a receipt names as its last has the hash it names.
 */
export function historyProblem(
  candidate: unknown,
  head?: HistoryHead,
  sha256: Sha256 = portableSha256,
): string | undefined {
  const problem = historyShape(candidate, 'events')
  if (problem !== undefined) return problem
  const events = candidate as readonly HashedSpoolEvent[]
  let before = FIRST_PREV_HASH
  for (const [index, event] of events.entries()) {
    const { hash, ...unhashed } = event
    if (event.seq !== index + 1) return `event ${index + 1} is missing: the next one is ${event.seq}`
    if (event.prev_hash !== before) return `event ${event.seq} does not follow the one before`
    if (spoolEventHash(unhashed, sha256) !== hash) return `event ${event.seq} was changed`
    before = hash
  }
  if (head === undefined) return undefined
  const last = events[head.seq - 1]
  if (last === undefined) return `the receipt stands on ${head.seq} events, and ${events.length} are here`
  return last.hash === head.hash ? undefined : `event ${head.seq} is another one than the receipt names`
}
