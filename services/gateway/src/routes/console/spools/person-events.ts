import { byPerson, type SpoolEventView, spoolEventName } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import type { SignedIn } from '../../../console/sessions/serve-person.ts'
import { listSpoolRequests } from '../../../store/console/audit-store.ts'

/** Entries that one command adds at most. */
const maxEntriesOfCommand = 4

/** The address of the person of the reader's account behind each entry of a history, by the id of the entry. */
export async function peopleBehind(
  person: SignedIn,
  spoolId: string,
  events: readonly SpoolEventView[],
): Promise<ReadonlyMap<string, string>> {
  const ofPeople = events.filter(({ data }) => data['by'] === byPerson.by)
  if (ofPeople.length === 0) return new Map()
  const requests = await listSpoolRequests(person.console.db, person.accountId, spoolId)
  const known = new Map(ofPeople.map(({ id, type }) => [id, type]))
  const types = new Set(known.values())
  const people = new Map<string, string>()
  for (const { actor, commandId } of requests) {
    for (const id of idsOf(commandId, types)) if (known.has(id)) people.set(id, actor)
  }
  return people
}

/** The ids that entries of these types have if the command made them. */
function idsOf(commandId: string, types: ReadonlySet<string>): string[] {
  const places = [undefined, ...Array.from({ length: maxEntriesOfCommand }, (_, index) => index)]
  return [...types].flatMap((type) =>
    places.map((index) => derivedId('event', spoolEventName(commandId, type, index))),
  )
}
