import { SourceId } from '@outturn/agreement'
import {
  defineEndpoint,
  listSources,
  pauseSource,
  personAccess,
  readSource,
  Refusal,
  resumeSource,
  sourceParams,
  testSource,
} from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { noteOf } from '../../../console/accounts/console-keys.ts'
import { consolePage } from '../../../console/pages/console-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import {
  sourceContent,
  sourceListContent,
  sourceListPath,
  sourcePath,
  type TriedPayload,
} from '../../../console/pages/sources/source-pages.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { noteAction } from '../../../store/console/audit-store.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'

const pageRows = 25
const access = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', access, isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const field = z.string().max(60_000).default('')

const showSources = defineEndpoint({
  ...page,
  operationId: 'show-sources',
  path: sourceListPath,
  summary: 'See the sources of the account',
  query: z.strictObject({ after: SourceId.optional() }),
  success: shown,
})
const showSource = defineEndpoint({
  ...page,
  operationId: 'show-source',
  path: `${sourceListPath}/:source_id`,
  params: sourceParams,
  summary: 'See a source of the account',
  ignoresQuery: true,
  success: shown,
})
const tryPayload = defineEndpoint({
  ...page,
  operationId: 'try-source-payload',
  path: `${sourceListPath}/:source_id/test`,
  params: sourceParams,
  summary: 'Try a payload of a source',
  body: z.strictObject({ _t: field, payload: field }),
  success: shown,
})
const changes = { pause: pauseSource, resume: resumeSource } as const
const changeEndpoint = (change: keyof typeof changes) =>
  defineEndpoint({
    ...page,
    operationId: `${change}-own-source`,
    path: `${sourceListPath}/:source_id/${change}`,
    params: sourceParams,
    summary: change === 'pause' ? 'Pause a source' : 'Resume a source',
    body: z.strictObject({ _t: field }),
    success: { ...shown, status: 303, description: 'The source.' },
  })

/** Sources of an account: listed, read, tried, paused and resumed. */
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
        sourceListContent(found),
      )
    }),
    servePerson(showSource, cookies, (call, person) =>
      sourcePage(site, call, person, { payload: '', result: null }),
    ),
    servePerson(tryPayload, cookies, async (call, person) => {
      const { payload } = call.body
      return sourcePage(site, call, person, { payload, result: await tryIt(call, person, payload) })
    }),
    ...(['pause', 'resume'] as const).map((change) =>
      servePerson(changeEndpoint(change), cookies, async (call, person) => {
        const sourceId = sourceIdOf(call)
        const note = { ...noteOf(person, call.now), action: `source.${change}`, target: sourceId } as const
        await inTransaction(person.console.db, (tx) => noteAction(tx, { ...note, details: {} }))
        const input = { accountId: person.accountId, sourceId }
        await person.instance.bus.request(changes[change], input, asPersonCommand(call, person, randomUUID()))
        return seeOther(sourcePath(sourceId))
      }),
    ),
  ]
}

function sourceIdOf(call: Pick<Call, 'params'>): string {
  return pathParameter('source_id', sourceParams.source_id, call.params)
}

async function tryIt(call: Call, person: SignedIn, text: string): Promise<TriedPayload['result']> {
  const input = { accountId: person.accountId, sourceId: sourceIdOf(call), text }
  try {
    return await person.instance.bus.request(testSource, input, asPerson(call, person))
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'not_found') return error
    throw error
  }
}

async function sourcePage(
  site: PageSite,
  call: Call,
  person: SignedIn,
  tried: TriedPayload,
): Promise<Answer> {
  const input = { accountId: person.accountId, sourceId: sourceIdOf(call) }
  const source = await person.instance.bus.request(readSource, input, asPerson(call, person))
  const status = tried.result instanceof Refusal ? 422 : 200
  const content = sourceContent({
    source,
    tried,
    tokenOf: (action) => person.formToken(`${sourcePath(source.id)}/${action}`),
  })
  return consolePage(site, person, { title: 'Source', current: sourceListPath, status }, content)
}
