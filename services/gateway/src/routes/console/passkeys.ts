import { absent, defineEndpoint, personAccess, unprocessable } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { addPasskeyContent, passkeyContent, passkeyPaths } from '../../console/pages/passkey-pages.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { beginAdding, readAdded } from '../../console/passkeys/ceremonies.ts'
import { maxNameLength, maxPasskeys, maxResponseLength } from '../../console/passkeys/passkey-rules.ts'
import { usePasskey } from '../../console/passkeys/use-passkey.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { queuePasskeyNotice } from '../../store/console/notice-store.ts'
import {
  keepPasskey,
  listPasskeys,
  lockPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../../store/console/passkey-store.ts'
import { securityPage } from './security.ts'

const html = { mediaType: 'text/html' }
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(personRoles),
} as const
const ledOn = { status: 303, description: 'The passkeys.', content: html }
const shown = { status: 200, description: 'The page.', content: html }
const text = z.string().max(1_000).default('')
const response = z.string().max(maxResponseLength).default('')
const params = {
  passkey_id: { pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'Id of a passkey.' },
}

const prepare = defineEndpoint({
  ...page,
  operationId: 'prepare-passkey',
  path: passkeyPaths.new,
  summary: 'Ask a device for a passkey',
  body: z.strictObject({ _t: text, name: text, code: z.string().max(1_000).optional() }),
  success: shown,
})
const add = defineEndpoint({
  ...page,
  operationId: 'add-passkey',
  path: passkeyPaths.add,
  summary: 'Add a passkey to your sign-in',
  body: z.strictObject({ _t: text, name: text, response }),
  success: ledOn,
})
const prove = defineEndpoint({
  ...page,
  operationId: 'prove-by-passkey',
  path: passkeyPaths.prove,
  summary: 'Prove by a passkey who you are',
  body: z.strictObject({ _t: text, response }),
  success: { status: 200, description: 'The proof was accepted.', content: html },
})
const show = defineEndpoint({
  ...page,
  operationId: 'show-passkey',
  path: '/console/security/passkeys/:passkey_id',
  params,
  summary: 'See one of your passkeys',
  ignoresQuery: true,
  success: shown,
})
const rename = defineEndpoint({
  ...page,
  operationId: 'rename-passkey',
  path: '/console/security/passkeys/:passkey_id',
  params,
  summary: 'Rename one of your passkeys',
  body: z.strictObject({ _t: text, name: text }),
  success: ledOn,
})
const remove = defineEndpoint({
  ...page,
  operationId: 'remove-passkey',
  path: '/console/security/passkeys/:passkey_id/remove',
  params,
  summary: 'Remove one of your passkeys',
  body: z.strictObject({ _t: text, code: z.string().max(1_000).optional() }),
  success: ledOn,
})

const current = '/console/security'
const nameError = `Enter a name of 1 to ${maxNameLength} characters.`

/** The passkeys of the person who is signed in, and no others. */
export function passkeyRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  const onePage = (person: SignedIn, passkey: Passkey, error?: string) => {
    const status = error === undefined ? 200 : 422
    return consolePage(
      site,
      person,
      { title: 'Passkey', current, status },
      passkeyContent(person, passkey, error),
    )
  }
  return [
    servePerson(prepare, cookies, (call, person) => prepareFromForm(call, person, site)),
    servePerson(add, cookies, (call, person) => addFromForm(call, person, site)),
    servePerson(prove, cookies, proveByPasskey),
    servePerson(show, cookies, async (call, person) => onePage(person, await passkeyOf(call, person))),
    servePerson(rename, cookies, async (call, person) => {
      const passkey = await passkeyOf(call, person)
      const name = readName(call.body.name)
      if (name === null) return onePage(person, passkey, nameError)
      await inTransaction(person.console.db, async (tx) => {
        if (!(await renamePasskey(tx, { id: passkey.id, personId: person.personId, name }))) return
        const details = { name, before: passkey.name }
        await noteAction(tx, {
          ...noteOf(person, call.now),
          action: 'passkey.renamed',
          target: passkey.id,
          details,
        })
      })
      return seeOther('/console/security?done=renamed')
    }),
    servePerson(remove, cookies, async (call, person) => {
      const passkey = await passkeyOf(call, person)
      const proof = await askForProof(call, person, {
        site,
        title: 'Remove a passkey',
        current,
        reason: `You remove the passkey ${passkey.name}.`,
        button: 'Remove the passkey',
        isBeyondAccount: true,
      })
      if (!proof.isProved) return proof.answer
      await inTransaction(person.console.db, async (tx) => {
        const name = await removePasskey(tx, passkey.id, person.personId)
        if (name === null) return
        await queuePasskeyNotice(tx, 'passkey_removed', { personId: person.personId, now: call.now })
        const note = { ...noteOf(person, call.now), target: passkey.id, details: { name } }
        await noteAction(tx, { ...note, action: 'passkey.removed' })
      })
      person.console.sendMails()
      return seeOther('/console/security?done=removed', proof.headers)
    }),
  ]
}

function readName(given: string): string | null {
  const name = given.trim()
  return name === '' || name.length > maxNameLength || name.includes('\0') ? null : name
}

type PrepareForm = z.output<NonNullable<typeof prepare.body>>

async function prepareFromForm(call: Call<PrepareForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const name = readName(call.body.name)
  if (name === null) {
    const form = { name: call.body.name.slice(0, maxNameLength), error: nameError }
    return securityPage(call, person, site, { done: null, status: 422, form })
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Add a passkey',
    current,
    reason: `You add the passkey ${name}. Who has its device signs in as you, so we ask who you are.`,
    button: 'Go on',
    isBeyondAccount: true,
  })
  if (!proof.isProved) return proof.answer
  const answer = await addingPage(call, person, { site, name })
  return { ...answer, headers: { ...answer.headers, ...proof.headers } }
}

async function addingPage(
  call: Pick<Call, 'now'>,
  person: SignedIn,
  { site, name, error }: { site: PageSite; name: string; error?: string },
): Promise<Answer> {
  const options = await beginAdding(person.console, person, askedBy(person, 'add'), call.now)
  const status = error === undefined ? 200 : 422
  const content = addPasskeyContent(person, { name, options, ...(error !== undefined && { error }) })
  return consolePage(site, person, { title: 'Add a passkey', current, status }, content)
}

function askedBy({ session }: SignedIn, purpose: 'add' | 'prove') {
  return { purpose, bound_to: session.chain_id }
}

type AddForm = z.output<NonNullable<typeof add.body>>

async function addFromForm(call: Call<AddForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const name = readName(call.body.name)
  // The way here asks for a proof; who comes another way, or too late, begins there.
  if (name === null || !person.isProvedByThemselves) return seeOther('/console/security')
  const { console, personId } = person
  const made = await readAdded(console, call.body.response, askedBy(person, 'add'), call.now)
  if (made === null) {
    const error = 'The device made no passkey that can be used here. Try again, or use another device.'
    return addingPage(call, person, { site, name, error })
  }
  const isAdded = await inTransaction(console.db, async (tx) => {
    await lockPasskeys(tx, personId)
    if ((await listPasskeys(tx, personId)).length >= maxPasskeys) return false
    if (!(await keepPasskey(tx, { ...made, person_id: personId, name }, call.now))) return false
    await queuePasskeyNotice(tx, 'passkey_added', { personId, now: call.now })
    const note = { ...noteOf(person, call.now), target: made.credential_id.slice(0, 60), details: { name } }
    await noteAction(tx, { ...note, action: 'passkey.added' })
    return true
  })
  console.sendMails()
  return seeOther(`/console/security?done=${isAdded ? 'added' : 'not-added'}`)
}

async function proveByPasskey(
  call: Call<z.output<NonNullable<typeof prove.body>>>,
  person: SignedIn,
): Promise<Answer> {
  const { console, personId, place } = person
  const use = { text: call.body.response, asked: askedBy(person, 'prove'), place, now: call.now, personId }
  const isUsed = await usePasskey(console, use, () => Promise.resolve(true))
  const headers = isUsed === null ? null : await person.prove(call.now)
  if (headers === null) {
    throw unprocessable('response', 'This passkey did not prove who you are.', {
      remediation: 'Try again, use another passkey, or have a code mailed.',
    })
  }
  return { status: 200, body: '', contentType: 'text/html; charset=utf-8', headers }
}

async function passkeyOf(call: Call, person: SignedIn): Promise<Passkey> {
  const passkeys = await listPasskeys(person.console.db, person.personId)
  const passkey = passkeys.find(({ id }) => id === call.params['passkey_id'])
  if (passkey === undefined) throw absent('You have no such passkey.')
  return passkey
}
