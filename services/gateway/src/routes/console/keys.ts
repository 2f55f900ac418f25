import { randomUUID } from 'node:crypto'
import { absent, defineEndpoint, personAccess } from '@outturn/contracts'
import { note } from '@outturn/pages'
import { accountKeyScopes, isOneOf } from '@outturn/vocabulary'
import { z } from 'zod'
import { type Answer, type Call, type Route } from '../../http/route.ts'
import { findOwnKey, makeKey, revokeOwnKey } from '../../console/accounts/console-keys.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import {
  keyLifetimes,
  keyMadeBeforeContent,
  keyMadeContent,
  keysContent,
  newKeyContent,
  revokeKeyContent,
} from '../../console/pages/key-pages.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import type { PageSite } from '../../pages/site.ts'
import { listKeysOf } from '../../store/key-store.ts'

const access = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', access, isRateLimited: false } as const
const html = { mediaType: 'text/html' }
const shown = { status: 200, description: 'The page.', content: html }
const keyParams = { key_id: { pattern: '^key_[0-9a-f]{24}$', description: 'Id of a key.' } }
const text = z.string().max(1_000)

const showKeys = defineEndpoint({
  ...page,
  operationId: 'show-keys',
  path: '/console/keys',
  summary: 'See the keys of the account',
  query: z.strictObject({ done: z.literal('revoked').optional() }),
  success: shown,
})
const showNewKey = defineEndpoint({
  ...page,
  operationId: 'show-new-key',
  path: '/console/keys/new',
  summary: 'Fill in a new key',
  ignoresQuery: true,
  success: shown,
})
const createOwnKey = defineEndpoint({
  ...page,
  operationId: 'make-key',
  path: '/console/keys/new',
  summary: 'Make a key',
  body: z.strictObject({
    _t: text.default(''),
    form: text.default(''),
    name: text.default(''),
    scope: text.default(''),
    expires: text.default(''),
    code: text.optional(),
  }),
  success: shown,
})
const showRevokeKey = defineEndpoint({
  ...page,
  operationId: 'show-revoke-key',
  path: '/console/keys/:key_id/revoke',
  params: keyParams,
  summary: 'See what revoking a key does',
  ignoresQuery: true,
  success: shown,
})
const revokeKey = defineEndpoint({
  ...page,
  operationId: 'revoke-own-key',
  path: '/console/keys/:key_id/revoke',
  params: keyParams,
  summary: 'Revoke a key',
  body: z.strictObject({ _t: text.default('') }),
  success: { status: 303, description: 'The keys.', content: html },
})

const current = '/console/keys'
const dayMs = 24 * 60 * 60 * 1_000

/** Keys of the account: listed, made, shown once, revoked. */
export function keyRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showKeys, cookies, async (call, person) => {
      const keys = await listKeysOf(person.console.db, person.accountId)
      const done =
        call.query.done === undefined
          ? null
          : note('good', 'Key revoked. Its next request is refused.', 'done')
      return consolePage(site, person, { title: 'API keys', current }, keysContent(keys, call.now, done))
    }),
    servePerson(showNewKey, cookies, (_call, person) =>
      consolePage(
        site,
        person,
        { title: 'New API key', current },
        newKeyContent({ token: person.formToken('/console/keys/new'), formId: randomUUID() }),
      ),
    ),
    servePerson(createOwnKey, cookies, (call, person) => createFromForm(call, person, site)),
    servePerson(showRevokeKey, cookies, async (call, person) => {
      const key = await findOwnKey(person.console.db, person.accountId, call.params['key_id'] ?? '')
      if (key === null) throw noSuchKey()
      return consolePage(
        site,
        person,
        { title: 'Revoke a key', current },
        revokeKeyContent(key, person.formToken(call.path)),
      )
    }),
    servePerson(revokeKey, cookies, async (call, person) => {
      if (!(await revokeOwnKey(person, call.params['key_id'] ?? '', call.now))) throw noSuchKey()
      return seeOther('/console/keys?done=revoked')
    }),
  ]
}

type KeyForm = z.output<NonNullable<typeof createOwnKey.body>>

async function createFromForm(call: Call<KeyForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const { name, scope, expires, form } = call.body
  const label = name.trim()
  const isFormId = /^[0-9a-f-]{36}$/.test(form)
  const error = label === '' || label.length > 60 ? 'Enter a name of 1 to 60 characters.' : undefined
  if (
    error !== undefined ||
    !isFormId ||
    !isOneOf(accountKeyScopes, scope) ||
    !Object.hasOwn(keyLifetimes, expires)
  ) {
    const token = person.formToken(call.path)
    const formId = isFormId ? form : randomUUID()
    const content = newKeyContent({
      token,
      formId,
      name,
      scope,
      expires,
      error: error ?? 'Choose a scope and a time, and send the form again.',
    })
    return consolePage(site, person, { title: 'New API key', current, status: 422 }, content)
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm a new key',
    current,
    reason: `You make the key ${label}. A key can spend, so we ask for a code from your mail.`,
    button: 'Create the key',
  })
  if (!proof.isProved) return proof.answer
  const expiresAt = expires === 'never' ? null : new Date(call.now.getTime() + Number(expires) * dayMs)
  const made = await makeKey(person, { formId: form, name: label, scope, expiresAt }, call.now)
  const content =
    made === null
      ? keyMadeBeforeContent()
      : keyMadeContent({ name: label, scope, apiKey: made.apiKey, publicUrl: site.publicUrl })
  const answer = consolePage(site, person, { title: 'API key', current }, content)
  return { ...answer, headers: { ...answer.headers, ...proof.headers } }
}

function noSuchKey() {
  return absent('There is no such key.')
}
