import { defineEndpoint, personAccess, readBalance } from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import {
  closeContent,
  closePath,
  maxAccountName,
  settingsContent,
  settingsPath,
} from '../../console/pages/settings-page.ts'
import { organisationCard } from '../../console/pages/organisation-pages.ts'
import { returnPath } from '../../console/organisation/provider.ts'
import { findOrganisation, listDomains } from '../../store/console/organisation-store.ts'
import { orNull, panelMs } from '../../console/panel.ts'
import { asPerson } from '../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import {
  type AccountSettings,
  changeSettings,
  closeAccount,
  countEndings,
  readSettings,
} from '../../store/console/settings-store.ts'

const html = { mediaType: 'text/html' }
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(['owner']),
} as const
const shown = { status: 200, description: 'The page.', content: html }
const text = z.string().max(1_000)

const showSettings = defineEndpoint({
  ...page,
  operationId: 'show-settings',
  path: settingsPath,
  summary: 'See what the owners of the account decide',
  query: z.strictObject({ done: z.literal('saved').optional() }),
  success: shown,
})
const saveSettings = defineEndpoint({
  ...page,
  operationId: 'save-settings',
  path: settingsPath,
  summary: 'Change what the owners of the account decide',
  body: z.strictObject({
    _t: text.default(''),
    name: text.default(''),
    developers_move_money: z.literal('yes').optional(),
    code: text.optional(),
  }),
  success: { status: 303, description: 'The settings.', content: html },
})
const showClose = defineEndpoint({
  ...page,
  operationId: 'show-close-account',
  path: closePath,
  summary: 'See what closing the account does',
  ignoresQuery: true,
  deadlineMs: panelMs,
  success: shown,
})
const close = defineEndpoint({
  ...page,
  operationId: 'close-account',
  path: closePath,
  summary: 'Close the account',
  body: z.strictObject({ _t: text.default(''), name: text.default(''), code: text.optional() }),
  success: { status: 303, description: 'The sign-in page.', content: html },
})

const current = settingsPath

/** What the owners of an account decide, and its end. */
export function settingsRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showSettings, cookies, (call, person) => {
      const done = call.query.done === undefined ? null : 'Settings saved.'
      return settingsPage(person, site, { done })
    }),
    servePerson(saveSettings, cookies, (call, person) => saveFromForm(call, person, site)),
    servePerson(showClose, cookies, (call, person) => closePage(call, person, site)),
    servePerson(close, cookies, (call, person) => closeFromForm(call, person, { site, cookies })),
  ]
}

type Shown = {
  readonly done: string | null
  readonly entered?: AccountSettings
  readonly error?: string
  readonly organisationError?: string
}

export async function settingsPage(
  person: SignedIn,
  site: PageSite,
  { done, entered, error, organisationError }: Shown,
): Promise<Answer> {
  const { console, accountId } = person
  const [stored, organisation, domains] = await Promise.all([
    readSettings(console.db, accountId),
    findOrganisation(console.db, accountId),
    listDomains(console.db, accountId),
  ])
  const settings = entered ?? stored
  const redirectUri = console.publicUrl + returnPath
  const content = settingsContent(person, {
    settings,
    mail: console.mail,
    done,
    organisation: organisationCard(person, {
      organisation,
      domains,
      redirectUri,
      ...(organisationError !== undefined && { error: organisationError }),
    }),
    ...(error !== undefined && { error }),
  })
  const status = error === undefined && organisationError === undefined ? 200 : 422
  return consolePage(site, person, { title: 'Settings', current, status }, content)
}

type SaveForm = z.output<NonNullable<typeof saveSettings.body>>

async function saveFromForm(call: Call<SaveForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const name = call.body.name.trim()
  const developersMoveMoney = call.body.developers_move_money === 'yes'
  if (name === '' || name.length > maxAccountName || /\p{Cc}/u.test(name)) {
    const entered = { name: call.body.name.slice(0, maxAccountName), developersMoveMoney }
    const error = `Enter a name of 1 to ${maxAccountName} characters, on one line.`
    return settingsPage(person, site, { done: null, entered, error })
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm the settings',
    current,
    reason: 'You change settings that hold for all people of the account.',
    button: 'Save the settings',
  })
  if (!proof.isProved) return proof.answer
  await changeSettings(person, { name, developersMoveMoney }, call.now)
  return seeOther(`${settingsPath}?done=saved`, proof.headers)
}

async function closePage(
  call: Pick<Call, 'now' | 'deadline' | 'requestId'>,
  person: SignedIn,
  site: PageSite,
  error?: string,
): Promise<Answer> {
  const { console, accountId, instance } = person
  const [endings, balance] = await Promise.all([
    countEndings(console.db, accountId, call.now),
    orNull(() => instance.bus.request(readBalance, { accountId }, asPerson(call, person))),
  ])
  const content = closeContent(person, {
    ...endings,
    creditsUsd: balance?.available_usd ?? null,
    ...(error !== undefined && { error }),
  })
  const status = error === undefined ? 200 : 422
  return consolePage(site, person, { title: 'Close the account', current, status }, content)
}

type CloseForm = z.output<NonNullable<typeof close.body>>

async function closeFromForm(
  call: Call<CloseForm>,
  person: SignedIn,
  { site, cookies }: { site: PageSite; cookies: ConsoleCookies },
): Promise<Answer> {
  if (call.body.name.trim() !== person.accountName.trim()) {
    return closePage(call, person, site, 'This is not the name of the account.')
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm the end of the account',
    current,
    reason: `You close the account ${person.accountName}.`,
    button: 'Close the account',
  })
  if (!proof.isProved) return proof.answer
  await closeAccount(person, call.now)
  return seeOther('/sign-in', { 'set-cookie': cookies.session.end() })
}
