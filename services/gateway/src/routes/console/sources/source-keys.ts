import { randomUUID } from 'node:crypto'
import {
  defineEndpoint,
  invalidState,
  personAccess,
  type Refusal,
  revokeSource,
  rotateSource,
  sourceParams,
  SourceRotateRequest,
  type SourceView,
  unprocessable,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { samplePayload } from '../../../console/pages/sources/mapping-text.ts'
import {
  overlaps,
  revokeContent,
  rotateContent,
  secretContent,
} from '../../../console/pages/sources/source-key-pages.ts'
import { sourceListPath, sourcePath } from '../../../console/pages/sources/source-words.ts'
import { asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { formIdOf } from '../spools/action-form.ts'
import { notedAct, sentBy } from '../spools/noted-act.ts'
import { readOwnSource } from './source-pages.ts'

const access = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', access, isRateLimited: false } as const
const shown = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const
const field = z.string().max(1_000).default('')
const base = `${sourceListPath}/:source_id`
const one = { params: sourceParams, success: shown } as const

const showRotateSource = defineEndpoint({
  ...page,
  ...one,
  operationId: 'show-rotate-source',
  path: `${base}/rotate`,
  summary: 'See what the rotation of a key does',
  ignoresQuery: true,
})
const rotateOwnSource = defineEndpoint({
  ...page,
  ...one,
  operationId: 'rotate-own-source',
  path: `${base}/rotate`,
  summary: 'Rotate the key of a source',
  body: z.strictObject({ _t: field, form: field, overlap: field, public_key: field }),
})
const showRevokeSource = defineEndpoint({
  ...page,
  ...one,
  operationId: 'show-revoke-source',
  path: `${base}/revoke`,
  summary: 'See what revoking a source does',
  ignoresQuery: true,
})
const revokeOwnSource = defineEndpoint({
  ...page,
  ...one,
  operationId: 'revoke-own-source',
  path: `${base}/revoke`,
  summary: 'Revoke a source',
  body: z.strictObject({ _t: field, form: field, name: field }),
  success: { ...shown, status: 303, description: 'The source.' },
})

/** Gives a source another key, and ends it. */
export function sourceKeyRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showRotateSource, cookies, async (call, person) => {
      const source = assertSigned(await readOwnSource(call, person))
      return rotatePage(site, person, source, {
        form: { overlap: '86400', public_key: '' },
        refusal: null,
      })
    }),
    servePerson(rotateOwnSource, cookies, async (call, person) => {
      const source = assertSigned(await readOwnSource(call, person))
      return rotateFromForm(site, call, person, source)
    }),
    servePerson(showRevokeSource, cookies, async (call, person) => {
      const source = await readOwnSource(call, person)
      return revokePage(site, person, source, { typed: '', refusal: null })
    }),
    servePerson(revokeOwnSource, cookies, async (call, person) => {
      const source = await readOwnSource(call, person)
      return revokeFromForm(site, call, person, source)
    }),
  ]
}

/** Refuses a source that has no key: one that is fetched, or revoked. */
function assertSigned(source: SourceView): SourceView {
  if (source.status === 'revoked') {
    throw invalidState('The source is revoked.', {
      reason: 'source_revoked',
      remediation: 'Register another source.',
    })
  }
  if (source.signing !== null) return source
  throw invalidState('The source is fetched and has no key.', {
    reason: 'not_signed',
    remediation: 'Register another source to fetch with other headers.',
  })
}

type RotateShown = Pick<Parameters<typeof rotateContent>[0], 'form' | 'refusal'>

function rotatePage(site: PageSite, person: SignedIn, source: SourceView, view: RotateShown): Answer {
  const token = person.formToken(`${sourcePath(source.id)}/rotate`)
  const content = rotateContent({ ...view, source, token, formId: randomUUID() })
  const status = view.refusal === null ? 200 : view.refusal.status
  return consolePage(site, person, { title: 'Rotate a key', current: sourceListPath, status }, content)
}

function rotateFromForm(
  site: PageSite,
  call: Call<z.output<NonNullable<typeof rotateOwnSource.body>>>,
  person: SignedIn,
  source: SourceView,
): Promise<Answer> {
  const { form: formId, overlap, public_key: publicKey } = call.body
  const options = asPersonCommand(call, person, formIdOf(formId) ?? randomUUID())
  const noted = { action: 'source.rotate', target: source.id, command: options.commandId } as const
  return notedAct(call, person, noted, {
    async act() {
      if (!Object.hasOwn(overlaps, overlap)) {
        throw unprocessable('overlap', 'Choose how long the previous one stays valid.')
      }
      const request = sentBy(SourceRotateRequest, {
        overlap_seconds: Number(overlap),
        ...(publicKey.trim() !== '' && { public_key: publicKey.trim() }),
      })
      const input = { accountId: person.accountId, sourceId: source.id, request }
      const rotated = await person.instance.bus.request(rotateSource, input, options)
      if (rotated.signing_secret === undefined) return seeOther(`${sourcePath(source.id)}?done=rotated`)
      const spoolId = rotated.spool_id ?? 'ID of a Spool'
      const payload = samplePayload(rotated.mapping, { spoolId, now: call.now })
      const content = secretContent({ source: rotated, isNew: false, payload })
      return consolePage(site, person, { title: 'Source', current: sourceListPath }, content)
    },
    refused: (refusal) =>
      rotatePage(site, person, source, { form: { overlap, public_key: publicKey }, refusal }),
  })
}

function revokePage(
  site: PageSite,
  person: SignedIn,
  source: SourceView,
  { typed, refusal }: { typed: string; refusal: Refusal | null },
): Answer {
  const token = person.formToken(`${sourcePath(source.id)}/revoke`)
  const content = revokeContent({ source, typed, token, formId: randomUUID(), error: refusal?.message })
  const status = refusal === null ? 200 : refusal.status
  return consolePage(site, person, { title: 'Revoke a source', current: sourceListPath, status }, content)
}

function revokeFromForm(
  site: PageSite,
  call: Call<z.output<NonNullable<typeof revokeOwnSource.body>>>,
  person: SignedIn,
  source: SourceView,
): Promise<Answer> {
  const { form: formId, name } = call.body
  const options = asPersonCommand(call, person, formIdOf(formId) ?? randomUUID())
  const noted = { action: 'source.revoke', target: source.id, command: options.commandId } as const
  return notedAct(call, person, noted, {
    async act() {
      if (name.trim().normalize('NFC') !== source.name.normalize('NFC')) {
        throw unprocessable('name', 'This is not the name of the source. Nothing was revoked.')
      }
      const input = { accountId: person.accountId, sourceId: source.id }
      await person.instance.bus.request(revokeSource, input, options)
      return seeOther(`${sourcePath(source.id)}?done=revoked`)
    },
    refused: (refusal) => revokePage(site, person, source, { typed: name, refusal }),
  })
}
