import { randomUUID } from 'node:crypto'
import { absent, defineEndpoint, personAccess, readKeyCaps, setKeyCap } from '@outturn/contracts'
import { oneLine } from '@outturn/mail'
import { note, usdText } from '@outturn/pages'
import { type AccountKeyScope, accountKeyScopes, isOneOf } from '@outturn/vocabulary'
import { z } from 'zod'
import { type Answer, type Call, type Route } from '../../http/route.ts'
import { findOwnKey, keyIdOf, makeKey, revokeOwnKey } from '../../console/accounts/console-keys.ts'
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
import { changesMoney } from '../../console/pages/money/money-roles.ts'
import { parseUsd, usdProblem } from '../../console/pages/money/parse-usd.ts'
import { orNull } from '../../console/panel.ts'
import { asPerson } from '../../console/sessions/person-principal.ts'
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
    cap: text.default(''),
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
      const { accountId, instance } = person
      const [keys, caps] = await Promise.all([
        listKeysOf(person.console.db, accountId),
        orNull(() => instance.bus.request(readKeyCaps, { accountId }, asPerson(call, person))),
      ])
      const done =
        call.query.done === undefined
          ? null
          : note('good', 'Key revoked. Its next request is refused.', 'done')
      return consolePage(
        site,
        person,
        { title: 'API keys', current },
        keysContent({ keys, caps: caps?.caps ?? null, now: call.now, done }),
      )
    }),
    servePerson(showNewKey, cookies, (_call, person) =>
      consolePage(
        site,
        person,
        { title: 'New API key', current },
        newKeyContent({
          token: person.formToken('/console/keys/new'),
          formId: randomUUID(),
          ...(changesMoney(person.role) && { cap: {} }),
        }),
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
  const read = readForm(call.body, person)
  if ('errors' in read) {
    const { name, scope, expires, cap, form } = call.body
    const content = newKeyContent({
      token: person.formToken(call.path),
      formId: isFormId(form) ? form : randomUUID(),
      name,
      scope,
      expires,
      error: read.errors.name,
      ...(changesMoney(person.role) && { cap: { value: cap, error: read.errors.cap } }),
    })
    return consolePage(site, person, { title: 'New API key', current, status: 422 }, content)
  }
  const { name, scope, expires, capMicros, formId } = read
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm a new key',
    current,
    reason: `You make the key ${name}. A key can spend, so we ask for a code from your mail.`,
    button: 'Create the key',
  })
  if (!proof.isProved) return proof.answer
  const { accountId } = person
  // The cap is there before the key, so that no request of it goes without.
  if (capMicros !== null && (await findFormKey(person, formId)) === null) {
    const capped = { accountId, keyId: keyIdOf(accountId, formId), capMicros: String(capMicros) }
    await person.instance.bus.request(setKeyCap, capped, asPerson(call, person))
  }
  const expiresAt = expires === 'never' ? null : new Date(call.now.getTime() + Number(expires) * dayMs)
  const cap = capMicros === null ? null : `${usdText(capMicros)} USD`
  const made = await makeKey(person, { formId, name, scope, expiresAt, cap }, call.now)
  const content =
    made === null
      ? keyMadeBeforeContent()
      : keyMadeContent({ name, scope, cap, apiKey: made.apiKey, publicUrl: site.publicUrl })
  const answer = consolePage(site, person, { title: 'API key', current }, content)
  return { ...answer, headers: { ...answer.headers, ...proof.headers } }
}

type ReadForm = {
  readonly name: string
  readonly scope: AccountKeyScope
  readonly expires: string
  readonly capMicros: bigint | null
  readonly formId: string
}

/** What the form asks for, or what is wrong with it. Only roles that change money set a cap. */
function readForm(
  { name, scope, expires, cap, form }: KeyForm,
  { role }: SignedIn,
): ReadForm | { readonly errors: { readonly name?: string; readonly cap?: string } } {
  const label = name.trim()
  const wish = changesMoney(role) ? cap.trim() : ''
  const capMicros = wish === '' ? null : parseUsd(wish)
  if (label === '' || label.length > 60 || oneLine(label) !== label) {
    return { errors: { name: 'Enter a name of 1 to 60 characters, on one line.' } }
  }
  if (wish !== '' && capMicros === null) return { errors: { cap: usdProblem } }
  if (!isFormId(form) || !isOneOf(accountKeyScopes, scope) || !Object.hasOwn(keyLifetimes, expires)) {
    return { errors: { name: 'Choose a scope and a time, and send the form again.' } }
  }
  return { name: label, scope, expires, capMicros, formId: form }
}

function findFormKey({ console, accountId }: SignedIn, formId: string) {
  return findOwnKey(console.db, accountId, keyIdOf(accountId, formId))
}

function isFormId(form: string): boolean {
  return /^[0-9a-f-]{36}$/.test(form)
}

function noSuchKey() {
  return absent('There is no such key.')
}
