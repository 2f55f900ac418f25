import { randomUUID } from 'node:crypto'
import { SpoolId } from '@outturn/agreement'
import {
  createSource,
  defineEndpoint,
  personAccess,
  Refusal,
  SourceRequest,
  tryMapping,
  unprocessable,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { mappingMembers, mappingOf, samplePayload } from '../../../console/pages/sources/mapping-text.ts'
import {
  mappingFields,
  type NewSourceForm,
  newSourceContent,
  type SourceFormField,
  sourceFormFields,
  type SourceWay,
  sourceWays,
} from '../../../console/pages/sources/new-source-page.ts'
import { secretContent } from '../../../console/pages/sources/source-key-pages.ts'
import { newSourcePath, sourceListPath, sourcePath } from '../../../console/pages/sources/source-words.ts'
import { asPerson, asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { formIdOf } from '../spools/action-form.ts'
import { notedAct, sentBy } from '../spools/noted-act.ts'

const access = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', access, isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const field = z.string().max(60_000).default('')
const ways = Object.keys(sourceWays) as [SourceWay, ...SourceWay[]]
const fieldNames: readonly SourceFormField[] = [...sourceFormFields, ...mappingFields]
const fields = Object.fromEntries(fieldNames.map((name) => [name, field])) as Record<
  SourceFormField,
  typeof field
>

const showNewSource = defineEndpoint({
  ...page,
  operationId: 'show-new-source',
  path: newSourcePath,
  summary: 'See the form of a source',
  query: z.strictObject({ way: z.enum(ways).optional(), spool: SpoolId.optional() }),
  success: shown,
})
const createOwnSource = defineEndpoint({
  ...page,
  operationId: 'create-own-source',
  path: newSourcePath,
  summary: 'Register a source, or try its mapping',
  body: z.strictObject({ _t: field, form: field, way: field, act: field, ...fields }),
  success: { ...shown, description: 'The secret, or what the payload would become.' },
})

const empty = Object.fromEntries(fieldNames.map((name) => [name, ''])) as NewSourceForm

/** Registers a source by a form that tries its mapping first. */
export function newSourceRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showNewSource, cookies, (call, person) => {
      const { way = 'hmac', spool = '' } = call.query
      const form = { ...empty, spool_id: spool, interval: '3600' }
      return newPage(site, person, { way, form, result: null })
    }),
    servePerson(createOwnSource, cookies, (call, person) => {
      const { way: typed, act } = call.body
      const way = ways.find((each) => each === typed) ?? 'hmac'
      return act === 'create' ? createFromForm(site, call, person, way) : tryFromForm(site, call, person, way)
    }),
  ]
}

type FormCall = Call<z.output<NonNullable<typeof createOwnSource.body>>>
type Shown = Pick<Parameters<typeof newSourceContent>[0], 'form' | 'result' | 'way'>

function newPage(site: PageSite, person: SignedIn, view: Shown): Answer {
  const token = person.formToken(newSourcePath)
  const content = newSourceContent({ ...view, token, formId: randomUUID() })
  const status = view.result instanceof Refusal ? view.result.status : 200
  return consolePage(site, person, { title: 'Register a source', current: sourceListPath, status }, content)
}

async function tryFromForm(
  site: PageSite,
  call: FormCall,
  person: SignedIn,
  way: SourceWay,
): Promise<Answer> {
  const { body: form } = call
  const result = await tried(call, person).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  return newPage(site, person, { way, form, result })
}

async function tried(call: FormCall, person: SignedIn) {
  const { payload, spool_id: spool } = call.body
  if (payload.trim() === '') {
    throw unprocessable('payload', 'There is no payload to try the mapping on.', {
      remediation: 'Paste a JSON document as the system sends it.',
    })
  }
  const input = {
    accountId: person.accountId,
    mapping: mappingIn(call.body),
    spoolId: spool.trim() === '' ? null : spoolIn(spool),
    text: payload,
  }
  return person.instance.bus.request(tryMapping, input, asPerson(call, person))
}

function createFromForm(site: PageSite, call: FormCall, person: SignedIn, way: SourceWay): Promise<Answer> {
  const { body: form } = call
  const options = asPersonCommand(call, person, formIdOf(form.form) ?? randomUUID())
  const noted = {
    action: 'source.create',
    target: form.name.trim().slice(0, 80),
    command: options.commandId,
  } as const
  return notedAct(call, person, noted, {
    async act() {
      const request = requestOf(form, way)
      const input = { accountId: person.accountId, request }
      const source = await person.instance.bus.request(createSource, input, options)
      if (source.signing_secret === undefined) return seeOther(`${sourcePath(source.id)}?done=created`)
      const spoolId = source.spool_id ?? 'ID of a Spool'
      const payload = form.payload.trim() || samplePayload(source.mapping, { spoolId, now: call.now })
      const content = secretContent({ source, isNew: true, payload })
      return consolePage(site, person, { title: 'Source', current: sourceListPath }, content)
    },
    refused: (refusal) => newPage(site, person, { way, form, result: refusal }),
  })
}

/** What the form asks for. The service checks the rest, and names the member at fault. */
function requestOf(form: NewSourceForm, way: SourceWay): SourceRequest {
  const name = form.name.trim()
  if (name === '' || name.length > 80) throw unprocessable('name', 'Enter a name of 1 to 80 characters.')
  const spool = form.spool_id.trim()
  return sentBy(SourceRequest, {
    name,
    kind: way === 'pull' ? 'pull_http' : 'webhook',
    ...(spool !== '' && { spool_id: spoolIn(spool) }),
    ...(way !== 'pull' && { signing: signingOf(form, way) }),
    ...(way === 'pull' && { pull: pullOf(form) }),
    mapping: mappingIn(form),
  })
}

function spoolIn(text: string): string {
  const spool = SpoolId.safeParse(text.trim())
  if (spool.success) return spool.data
  throw unprocessable('spool_id', 'This is no ID of a Spool.', {
    remediation: 'It begins with spl_ and has 24 characters behind it; the page of the Spool shows it.',
  })
}

function mappingIn(form: NewSourceForm): SourceRequest['mapping'] {
  const texts = Object.fromEntries(mappingMembers.map((member) => [member, form[`map_${member}`]])) as Record<
    (typeof mappingMembers)[number],
    string
  >
  const { subject, predicate, value, ...others } = mappingOf(texts)
  if (subject === undefined) throw missing('subject', '/ticket/id')
  if (predicate === undefined) throw missing('predicate', '=resolved')
  if (value === undefined) throw missing('value', '/stars')
  return { subject, predicate, value, ...others }
}

function missing(member: string, example: string): Refusal {
  return unprocessable(`mapping.${member}`, `Nothing says where the ${member} of a fact is found.`, {
    remediation: `Enter a JSON Pointer or = and a constant, such as ${example}.`,
  })
}

function signingOf({ public_key: publicKey }: NewSourceForm, way: SourceWay) {
  if (way === 'hmac') return { scheme: 'hmac_sha256' }
  if (publicKey.trim() === '') {
    throw unprocessable('signing.public_key', 'Enter the public key of the sender.')
  }
  return { scheme: 'ed25519', public_key: publicKey.trim() }
}

function pullOf(form: NewSourceForm) {
  const interval = form.interval.trim()
  const seconds = /^\d{2,5}$/.test(interval) ? Number(interval) : 0
  if (form.url.trim() === '') throw unprocessable('pull.url', 'Enter the https address that is fetched.')
  if (seconds < 60 || seconds > 86_400) {
    throw unprocessable('pull.interval_seconds', 'Enter a whole number of seconds from 60 to 86400.')
  }
  const parameter = form.cursor_parameter.trim()
  const pointer = form.cursor_pointer.trim()
  if (parameter === '' && pointer !== '') {
    throw unprocessable('pull.cursor.parameter', 'Enter the query parameter that carries the cursor.')
  }
  if (parameter !== '' && pointer === '') {
    throw unprocessable('pull.cursor.pointer', 'Enter where the value of the query parameter is found.')
  }
  const headers = headersOf(form.headers)
  return {
    url: form.url.trim(),
    interval_seconds: seconds,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(parameter !== '' && { cursor: { parameter, pointer } }),
  }
}

function headersOf(text: string): Record<string, string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return Object.fromEntries(
    lines.map((line, index) => {
      const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(line) ?? []
      if (name === undefined || value === undefined) {
        // The line is not repeated: it may be a secret.
        throw unprocessable('pull.headers', `Line ${index + 1} is no header.`, {
          remediation: 'Write each as Name: value.',
        })
      }
      return [name, value]
    }),
  )
}
