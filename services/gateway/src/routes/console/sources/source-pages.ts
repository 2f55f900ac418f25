import { type CommandOutput, readSource, readSourceActivity, Refusal, sourceParams } from '@outturn/contracts'
import { orNull } from '../../../console/panel.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  type Done,
  doneWords,
  sourceContent,
  type TriedPayload,
} from '../../../console/pages/sources/source-page.ts'
import { sourceListPath, sourcePath } from '../../../console/pages/sources/source-words.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import type { SignedIn } from '../../../console/sessions/serve-person.ts'
import type { Answer, Call } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'

const activityRows = 20

type Reading = Pick<Call, 'deadline' | 'now' | 'params' | 'requestId'>

/** A source of the account of a person, by the id in the path. */
export function readOwnSource(call: Reading, person: SignedIn): Promise<CommandOutput<typeof readSource>> {
  const input = { accountId: person.accountId, sourceId: sourceIdOf(call) }
  return person.instance.bus.request(readSource, input, asPerson(call, person))
}

export function sourceIdOf(call: Pick<Call, 'params'>): string {
  return pathParameter('source_id', sourceParams.source_id, call.params)
}

/** Whether a person may change the sources of their account. */
export function changesSources({ role }: Pick<SignedIn, 'role'>): boolean {
  return role === 'owner' || role === 'developer'
}

/** The page of a source, with what became of a payload that was tried. */
export async function sourcePageOf(
  site: PageSite,
  call: Reading,
  person: SignedIn,
  { tried, done }: { tried: TriedPayload; done?: Done | undefined },
): Promise<Answer> {
  const input = { accountId: person.accountId, sourceId: sourceIdOf(call), limit: activityRows }
  const [source, activity] = await Promise.all([
    readOwnSource(call, person),
    orNull(() => person.instance.bus.request(readSourceActivity, input, asPerson(call, person))),
  ])
  const status = tried.result instanceof Refusal ? 422 : 200
  const content = sourceContent({
    ...{ source, activity, tried, now: call.now },
    done: done === undefined ? null : doneWords[done],
    tokenOf: changesSources(person)
      ? (action) => person.formToken(`${sourcePath(source.id)}/${action}`)
      : null,
  })
  return consolePage(site, person, { title: 'Source', current: sourceListPath, status }, content)
}
