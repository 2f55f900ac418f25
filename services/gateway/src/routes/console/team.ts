import { absent, defineEndpoint, EmailAddress, personAccess } from '@outturn/contracts'
import { isOneOf, personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { memberContent, teamContent } from '../../console/pages/team-pages.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { askForProof } from '../../console/sign-in/step-up.ts'
import {
  changeMember,
  invite,
  listMembers,
  listOpenInvitations,
  type Member,
  revokeInvitation,
} from '../../store/console/team-store.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'

const html = { mediaType: 'text/html' }
const page = { isInternal: true, tag: 'Pages', isRateLimited: false } as const
const owners = { ...page, access: personAccess(['owner']) } as const
const shown = { status: 200, description: 'The page.', content: html }
const ledOn = { status: 303, description: 'The team.', content: html }
const text = z.string().max(1_000)
const memberParams = {
  person_id: { pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'Id of a person.' },
}

const done = {
  invited: 'Invitation made. Its mail is on its way.',
  revoked: 'Invitation revoked.',
  changed: 'Role changed. They are signed out and sign in again.',
  removed: 'Person removed, and signed out.',
} as const

const showTeam = defineEndpoint({
  ...page,
  access: personAccess(personRoles),
  operationId: 'show-team',
  path: '/console/team',
  summary: 'See who may open the console of the account',
  query: z.strictObject({ done: z.enum(['invited', 'revoked', 'changed', 'removed']).optional() }),
  success: shown,
})
const invitePerson = defineEndpoint({
  ...owners,
  operationId: 'invite-person',
  path: '/console/team/invite',
  summary: 'Invite a person to the account',
  body: z.strictObject({
    _t: text.default(''),
    email: text.default(''),
    role: text.default(''),
    code: text.optional(),
  }),
  success: ledOn,
})
const revokeOpenInvitation = defineEndpoint({
  ...owners,
  operationId: 'revoke-team-invitation',
  path: '/console/team/invitations/revoke',
  summary: 'Revoke an invitation',
  body: z.strictObject({ _t: text.default(''), id: text.default('') }),
  success: ledOn,
})
const showMember = defineEndpoint({
  ...owners,
  operationId: 'show-member',
  path: '/console/team/:person_id',
  params: memberParams,
  summary: 'See a person of the team',
  ignoresQuery: true,
  success: shown,
})
const changePerson = defineEndpoint({
  ...owners,
  operationId: 'change-member',
  path: '/console/team/:person_id',
  params: memberParams,
  summary: 'Change the role of a person, or remove them',
  body: z.strictObject({ _t: text.default(''), role: text.default(''), code: text.optional() }),
  success: ledOn,
})

const current = '/console/team'

/** Who may open the console of an account, and as what. */
export function teamRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showTeam, cookies, (call, person) =>
      teamPage(call, person, site, { done: call.query.done === undefined ? null : done[call.query.done] }),
    ),
    servePerson(invitePerson, cookies, (call, person) => inviteFromForm(call, person, site)),
    servePerson(revokeOpenInvitation, cookies, async (call, person) => {
      if (!(await revokeInvitation(person, call.body.id, call.now)))
        throw absent('There is no such invitation.')
      return seeOther('/console/team?done=revoked')
    }),
    servePerson(showMember, cookies, async (call, person) => {
      const member = await memberOf(call, person)
      return consolePage(
        site,
        person,
        { title: 'A person of the team', current },
        memberContent(person, member),
      )
    }),
    servePerson(changePerson, cookies, (call, person) => changeFromForm(call, person, site)),
  ]
}

type Shown = {
  readonly done: string | null
  readonly status?: number
  readonly form?: { email: string; role: string; error: string }
}

async function teamPage(call: Call, person: SignedIn, site: PageSite, shownOf: Shown): Promise<Answer> {
  const { db } = person.console
  const [members, invitations] = await Promise.all([
    listMembers(db, person.accountId),
    listOpenInvitations(db, person.accountId, call.now),
  ])
  const form = shownOf.form ?? { email: '', role: 'developer' }
  const content = teamContent(person, { members, invitations, done: shownOf.done, form })
  return consolePage(site, person, { title: 'Team', current, status: shownOf.status ?? 200 }, content)
}

type InviteForm = z.output<NonNullable<typeof invitePerson.body>>

async function inviteFromForm(call: Call<InviteForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const { role } = call.body
  const email = EmailAddress.safeParse(call.body.email)
  const refuse = (error: string) =>
    teamPage(call, person, site, {
      done: null,
      status: 422,
      form: { email: call.body.email.slice(0, 254), role, error },
    })
  if (!email.success) return refuse('Enter an address such as you@company.example.')
  if (!isOneOf(personRoles, role)) return refuse('Choose a role and send the form again.')
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm an invitation',
    current,
    reason: `You invite ${email.data} as ${role}. We ask for a code from your mail, because they will see the account.`,
    button: 'Invite',
  })
  if (!proof.isProved) return proof.answer
  const invited = await invite(person, { email: email.data, role }, call.now)
  if (invited === 'member')
    return withHeaders(await refuse('This person is in the team already.'), proof.headers)
  if (invited === 'limit') {
    const error = 'At most 50 invitations are open, and 20 are sent in an hour. Revoke some, or wait.'
    return withHeaders(await refuse(error), proof.headers)
  }
  person.console.sendMails()
  return seeOther('/console/team?done=invited', proof.headers)
}

type ChangeForm = z.output<NonNullable<typeof changePerson.body>>

async function changeFromForm(call: Call<ChangeForm>, person: SignedIn, site: PageSite): Promise<Answer> {
  const member = await memberOf(call, person)
  const { role } = call.body
  const isRemoval = role === 'none'
  if (!isRemoval && !isOneOf(personRoles, role)) {
    return consolePage(
      site,
      person,
      { title: 'A person of the team', current, status: 422 },
      memberContent(person, member),
    )
  }
  const proof = await askForProof(call, person, {
    site,
    title: 'Confirm a change',
    current,
    reason: isRemoval ? `You remove ${member.email}.` : `You make ${member.email} ${role}.`,
    button: isRemoval ? 'Remove' : 'Change the role',
  })
  if (!proof.isProved) return proof.answer
  const changed = await changeMember(person, member.personId, isRemoval ? null : role, call.now)
  if (changed === 'last_owner') {
    const content = memberContent(person, member, 'This is the last owner. Make another person owner first.')
    const answer = consolePage(site, person, { title: 'A person of the team', current, status: 409 }, content)
    return withHeaders(answer, proof.headers)
  }
  return seeOther(`/console/team?done=${isRemoval ? 'removed' : 'changed'}`, proof.headers)
}

async function memberOf(call: Call, person: SignedIn): Promise<Member> {
  const members = await listMembers(person.console.db, person.accountId)
  const member = members.find(({ personId }) => personId === call.params['person_id'])
  if (member === undefined) throw absent('There is no such person in the team.')
  return member
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}
