import { absent, defineEndpoint, personAccess } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { z } from 'zod'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { sealSecret } from '../../console/organisation/sealed-secret.ts'
import { isSignInEnough } from '../../console/organisation/sign-in-rule.ts'
import { organisationPaths } from '../../console/pages/organisation-pages.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { settingsPath } from '../../console/pages/settings-page.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { findOrganisation, removeClient, saveClient } from '../../store/console/organisation-store.ts'
import { settingsPage } from './settings.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner']),
  success: { status: 303, description: 'The settings.', content: { mediaType: 'text/html' } },
} as const
const text = z.string().max(1_000)

const save = defineEndpoint({
  ...page,
  operationId: 'save-organisation',
  path: organisationPaths.save,
  summary: 'Set the sign-in by the organisation of the account up',
  body: z.strictObject({
    _t: text.default(''),
    client_id: text.default(''),
    client_secret: text.default(''),
    is_required: z.literal('yes').optional(),
    code: text.optional(),
  }),
})
const remove = defineEndpoint({
  ...page,
  operationId: 'remove-organisation',
  path: organisationPaths.remove,
  summary: 'Remove the sign-in by the organisation of the account',
  body: z.strictObject({ _t: text.default(''), code: text.optional() }),
})

/** How the owners of an account let their organisation sign its people in. */
export function organisationSettingsRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(save, cookies, (call, person) => saveFromForm(call, person, site)),
    servePerson(remove, cookies, async (call, person) => {
      const proof = await askForProof(call, person, {
        site,
        title: 'Remove the sign-in by your organisation',
        current: settingsPath,
        reason: 'You remove the sign-in by your organisation. Sessions that began with it stay.',
        button: 'Remove it',
      })
      if (!proof.isProved) return proof.answer
      await inTransaction(person.console.db, async (tx) => {
        await removeClient(tx, person.accountId)
        const note = { ...noteOf(person, call.now), target: person.accountId }
        await noteAction(tx, { ...note, action: 'oidc.removed' })
      })
      return seeOther(`${settingsPath}?done=saved`, proof.headers)
    }),
  ]
}

type SaveForm = z.output<NonNullable<typeof save.body>>

async function saveFromForm(call: Call<SaveForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const { console, accountId } = person
  const clientId = call.body.client_id.trim()
  const typed = call.body.client_secret.trim()
  const isRequired = call.body.is_required === 'yes'
  const organisation = await findOrganisation(console.db, accountId)
  if (organisation === null) throw absent('No domain of this account is confirmed.')
  const clientSecret = typed === '' ? organisation.client_secret : sealSecret(console.hash, accountId, typed)
  const refuse = (organisationError: string) => settingsPage(person, site, { done: null, organisationError })
  if (clientId === '' || clientId.length > 300 || clientSecret === null) {
    return refuse('Enter the client id and the client secret that your provider shows.')
  }
  if (isRequired && !isSignInEnough(true, { method: person.session.method, role: person.role })) {
    return refuse(
      'Sign in by a passkey or by your organisation first, and require it then, so that you are not locked out.',
    )
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm the sign-in by your organisation',
    current: settingsPath,
    reason: `You let ${new URL(organisation.issuer).host} sign people of this account in.`,
    button: 'Save the sign-in',
  })
  if (!proof.isProved) return proof.answer
  await inTransaction(console.db, async (tx) => {
    await saveClient(tx, accountId, { clientId, clientSecret, isRequired })
    const note = { ...noteOf(person, call.now), target: accountId }
    const details = { client_id: clientId, required: String(isRequired) }
    await noteAction(tx, { ...note, action: 'oidc.saved', details })
  })
  return seeOther(`${settingsPath}?done=saved`, proof.headers)
}
