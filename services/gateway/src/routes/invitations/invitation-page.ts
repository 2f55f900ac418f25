import { randomUUID } from 'node:crypto'
import {
  acceptSpool,
  defineEndpoint,
  openAccess,
  personAccess,
  readInvitedSlot,
  readSpool,
  Refusal,
  type SharedSpool,
} from '@outturn/contracts'
import { htmlPage, pageShell } from '@outturn/pages'
import { z } from 'zod'
import type { ExchangedGrant } from '../../auth/key-grants.ts'
import { consoleOf } from '../../console/console-of.ts'
import { consolePage, withForm } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { spoolPath } from '../../console/pages/spools/spool-view.ts'
import { asPerson, asPersonCommand } from '../../console/sessions/person-principal.ts'
import { localAddress, servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { type Answer, type Call, type Route, serve, serveForm } from '../../http/route.ts'
import {
  type Ended,
  endedInvitation,
  guestKeyPage,
  invitationPage,
  invitationPath,
  joinAsAccountPath,
  joinContent,
} from '../../pages/invitation/invitation-page.ts'
import type { PageSite } from '../../pages/site.ts'
import { formIdOf } from '../console/spools/action-form.ts'
import { notedAct } from '../console/spools/noted-act.ts'
import { asPublic } from '../bus-call.ts'
import { invitedSpool, sharedSpoolOf } from './invited-spool.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  params: { grant_token: { pattern: '^spg_[A-Za-z0-9]{32}$', description: 'Grant of an invitation.' } },
} as const
const text = { mediaType: 'text/html' }
const shown = { status: 200, description: 'The page.', content: text } as const
const field = z.string().max(200).default('')

const showInvitation = defineEndpoint({
  ...page,
  operationId: 'show-invitation',
  path: invitationPath(':grant_token'),
  access: openAccess,
  summary: 'See the agreement of an invitation',
  ignoresQuery: true,
  success: shown,
})
const joinAsGuest = defineEndpoint({
  ...page,
  operationId: 'join-as-guest',
  path: invitationPath(':grant_token'),
  access: openAccess,
  summary: 'Join a Spool without an account',
  body: z.strictObject({ form: field }),
  success: { ...shown, description: 'The key of the guest, once.' },
})
const actors = personAccess(['owner', 'developer'])
const showJoin = defineEndpoint({
  ...page,
  operationId: 'show-join-spool',
  path: joinAsAccountPath(':grant_token'),
  access: actors,
  isRateLimited: false,
  summary: 'See what joining a Spool does',
  ignoresQuery: true,
  success: shown,
})
const joinAsAccount = defineEndpoint({
  ...page,
  operationId: 'join-spool',
  path: joinAsAccountPath(':grant_token'),
  access: actors,
  isRateLimited: false,
  summary: 'Join a Spool with an account',
  body: z.strictObject({ _t: field, form: field, act: field, agreement_hash: field, quote_digest: field }),
  success: { ...shown, status: 303, description: 'The Spool.' },
})

/** A page with the token in its address is kept by no cache, named to no other site and in no index. */
const hidden = {
  ...withForm,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The hosted page of an invitation to a Spool. Looking at it changes nothing, so that a mail scanner uses up no invitation. */
export function invitationRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    serve(showInvitation, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return local
      const invited = await invitedSpool(call)
      if ('ended' in invited) return ended(site, invited.ended)
      return htmlPage(site, 200, invitationPage({ ...invited, formId: randomUUID() }, site), hidden)
    }),
    serveForm(joinAsGuest, (call) => guestKey(site, call)),
    servePerson(showJoin, cookies, async (call, person) => {
      const invited = await invitedSpool(call)
      if ('ended' in invited) return endedInConsole(site, call, person, invited)
      if (await isPartyOf(call, person, invited.spoolId)) return seeOther(spoolPath(invited.spoolId))
      const content = joinContent({
        ...{ ...invited, accountName: person.accountName },
        ...{ formToken: person.formToken(call.path), formId: randomUUID() },
      })
      return withoutReferrer(consolePage(site, person, { title: 'Invitation', current }, content))
    }),
    servePerson(joinAsAccount, cookies, async (call, person) => {
      const invited = await invitedSpool(call)
      if ('ended' in invited) return endedInConsole(site, call, person, invited)
      return join(site, call, person, invited.spoolId)
    }),
  ]
}

const current = '/console/spools'

function withoutReferrer(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, ...hidden } }
}

function ended(site: PageSite, state: Ended): Answer {
  const status = state === 'absent' ? 404 : 410
  return htmlPage(site, status, pageShell({ title: 'Invitation', site }, endedInvitation(state)), hidden)
}

/** Who joined before and sends the form again is led to their Spool. */
async function endedInConsole(
  site: PageSite,
  call: Call,
  person: SignedIn,
  { ended: state, spoolId }: { readonly ended: Ended; readonly spoolId: string | null },
): Promise<Answer> {
  if (spoolId !== null && (await isPartyOf(call, person, spoolId))) return seeOther(spoolPath(spoolId))
  const status = state === 'absent' ? 404 : 410
  const about = { title: 'Invitation', current, status }
  return withoutReferrer(consolePage(site, person, about, endedInvitation(state)))
}

async function isPartyOf(call: Call, person: SignedIn, spoolId: string): Promise<boolean> {
  try {
    await person.instance.bus.request(readSpool, { id: spoolId }, asPerson(call, person))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'spool_not_found') return false
    throw error
  }
}

type GuestForm = z.output<NonNullable<typeof joinAsGuest.body>>

/** Exchanges the grant for the key of a guest. The same form sent again shows the same key, because its answer may have been lost. */
async function guestKey(site: PageSite, call: Call<GuestForm>): Promise<Answer> {
  const invited = await invitedSpool(call)
  const repetition = formIdOf(call.body.form)
  const attempt = { repetition, now: call.now, deadline: call.deadline, requestId: call.requestId }
  const token = call.params['grant_token'] ?? ''
  const { instance } = consoleOf(call)
  const isLost = 'ended' in invited && invited.ended !== 'used'
  const exchanged = isLost ? null : await instance.grants.exchange({ ...attempt, token })
  if (exchanged === null || exchanged.spoolId === null) {
    return ended(site, 'ended' in invited ? invited.ended : 'used')
  }
  const spool = await spoolOfGuest(call, exchanged)
  const { apiKey } = exchanged
  return htmlPage(site, 200, guestKeyPage({ apiKey, spool, publicUrl: site.publicUrl }, site), hidden)
}

/** The Spool as the guest may read it now. */
async function spoolOfGuest(
  call: Call,
  { spoolId, partyId }: Pick<ExchangedGrant, 'partyId' | 'spoolId'>,
): Promise<SharedSpool> {
  const { instance } = consoleOf(call)
  const slot = { spoolId: spoolId ?? '', partyId: partyId ?? '' }
  const { shareId } = await instance.bus.request(readInvitedSlot, slot, asPublic(call))
  return sharedSpoolOf(call, instance, shareId)
}

type JoinForm = z.output<NonNullable<typeof joinAsAccount.body>>

function join(site: PageSite, call: Call<JoinForm>, person: SignedIn, spoolId: string): Promise<Answer> {
  const { act, form, agreement_hash: hash, quote_digest: quote } = call.body
  const options = asPersonCommand(call, person, formIdOf(form) ?? randomUUID())
  const noted = { action: 'spool.join', target: spoolId, command: options.commandId } as const
  return notedAct(call, person, noted, {
    async act() {
      const token = call.params['grant_token'] ?? ''
      const attempt = { token, now: call.now, deadline: call.deadline, requestId: call.requestId }
      const joined = await person.instance.grants.joinAs(person.accountId, attempt)
      if (joined === null) return endedInConsole(site, call, person, { ended: 'taken', spoolId })
      if (act !== 'accept') return seeOther(`${spoolPath(spoolId)}?done=join#done`)
      const request = {
        ...(hash !== '' && { agreement_hash: hash }),
        ...(quote !== '' && { quote_digest: quote }),
      }
      await person.instance.bus.request(acceptSpool, { spoolId, request }, options)
      return seeOther(`${spoolPath(spoolId)}?done=accept#done`)
    },
    // The place is taken, and what was read is not what would be accepted: the page of the Spool says why.
    refused: () => seeOther(`${spoolPath(spoolId)}?done=join#done`),
  })
}
