import { randomUUID } from 'node:crypto'
import { SourceId } from '@outturn/agreement'
import {
  defineEndpoint,
  listSources,
  pauseSource,
  personAccess,
  Refusal,
  resumeSource,
  sourceParams,
  syncSource,
  testSource,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { sourceListContent } from '../../../console/pages/sources/source-list-page.ts'
import { type Done, doneWords, type TriedPayload } from '../../../console/pages/sources/source-page.ts'
import { sourceListPath, sourcePath } from '../../../console/pages/sources/source-words.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { notedAct } from '../spools/noted-act.ts'
import { changesSources, sourceIdOf, sourcePageOf } from './source-pages.ts'

const pageRows = 25
const readers = personAccess(['owner', 'developer', 'viewer'])
const actors = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const led = { ...shown, status: 303, description: 'The source.' } as const
const field = z.string().max(60_000).default('')

const showSources = defineEndpoint({
  ...page,
  operationId: 'show-sources',
  path: sourceListPath,
  access: readers,
  summary: 'See the sources of the account',
  query: z.strictObject({ after: SourceId.optional() }),
  success: shown,
})
const doneNames = Object.keys(doneWords) as [Done, ...Done[]]
const showSource = defineEndpoint({
  ...page,
  operationId: 'show-source',
  path: `${sourceListPath}/:source_id`,
  access: readers,
  params: sourceParams,
  summary: 'See a source of the account',
  query: z.strictObject({ done: z.enum(doneNames).optional() }),
  success: shown,
})
const tryPayload = defineEndpoint({
  ...page,
  operationId: 'try-source-payload',
  path: `${sourceListPath}/:source_id/test`,
  access: actors,
  params: sourceParams,
  summary: 'Try a payload of a source',
  body: z.strictObject({ _t: field, payload: field }),
  success: shown,
})

const changes = {
  pause: { command: pauseSource, summary: 'Pause a source', done: 'paused' },
  resume: { command: resumeSource, summary: 'Resume a source', done: 'resumed' },
  sync: { command: syncSource, summary: 'Sync a source now', done: 'sync' },
} as const
type Change = keyof typeof changes

const changeEndpoint = (change: Change) =>
  defineEndpoint({
    ...page,
    operationId: `${change}-own-source`,
    path: `${sourceListPath}/:source_id/${change}`,
    access: actors,
    params: sourceParams,
    summary: changes[change].summary,
    body: z.strictObject({ _t: field }),
    success: led,
  })

/** Sources of an account: listed, read, tried, paused, resumed and synced. */
export function sourceRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showSources, cookies, async (call, person) => {
      const { after } = call.query
      const found = await person.instance.bus.request(
        listSources,
        { accountId: person.accountId, limit: pageRows, ...(after !== undefined && { after }) },
        asPerson(call, person),
      )
      return consolePage(
        site,
        person,
        { title: 'Sources', current: sourceListPath },
        sourceListContent({ ...found, isChanged: changesSources(person) }),
      )
    }),
    servePerson(showSource, cookies, (call, person) =>
      sourcePageOf(site, call, person, { tried: untried, done: call.query.done }),
    ),
    servePerson(tryPayload, cookies, async (call, person) => {
      const { payload } = call.body
      return sourcePageOf(site, call, person, {
        tried: { payload, result: await tryIt(call, person, payload) },
      })
    }),
    ...(Object.keys(changes) as Change[]).map((change) =>
      servePerson(changeEndpoint(change), cookies, (call, person) => {
        const sourceId = sourceIdOf(call)
        const { command, done } = changes[change]
        const options = asPersonCommand(call, person, randomUUID())
        const noted = { action: `source.${change}`, target: sourceId, command: options.commandId } as const
        return notedAct(call, person, noted, {
          async act() {
            const input = { accountId: person.accountId, sourceId }
            await person.instance.bus.request(command, input, options)
            return seeOther(`${sourcePath(sourceId)}?done=${done}`)
          },
          refused: (refusal) => {
            throw refusal
          },
        })
      }),
    ),
  ]
}

const untried: TriedPayload = { payload: '', result: null }

async function tryIt(call: Call, person: SignedIn, text: string): Promise<TriedPayload['result']> {
  const input = { accountId: person.accountId, sourceId: sourceIdOf(call), text }
  try {
    return await person.instance.bus.request(testSource, input, asPerson(call, person))
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'not_found') return error
    throw error
  }
}
