import { choiceField, html, minuteText, note, postForm, table, textField } from '@outturn/pages'
import type { PersonRole } from '@outturn/vocabulary'
import type { ComponentChildren, VNode } from 'preact'
import type { SignedIn } from '../sessions/serve-person.ts'
import type { TeamInvitation } from '../../store/console/invitation-store.ts'
import type { Member } from '../../store/console/team-store.ts'
import { roleNames } from './console-page.ts'

export const roleWords: readonly { value: PersonRole; title: string; text: string }[] = [
  { value: 'viewer', title: 'Viewer', text: 'See the overview, Spools, receipts, usage and the team.' },
  {
    value: 'billing',
    title: 'Billing',
    text: 'Buy credits, cap what keys may spend, read statements, usage and receipts. No Spools.',
  },
  {
    value: 'developer',
    title: 'Developer',
    text: 'All that a viewer sees; act on Spools, make and revoke keys, read the request log.',
  },
  { value: 'owner', title: 'Owner', text: 'Everything: the team and the audit log, too.' },
]

type Team = {
  readonly members: readonly Member[]
  readonly invitations: readonly TeamInvitation[]
  readonly done: string | null
  readonly form: { readonly email: string; readonly role: string; readonly error?: string }
}

export function teamContent(person: SignedIn, { members, invitations, done, form }: Team): ComponentChildren {
  const isOwner = person.role === 'owner'
  return [
    done === null ? null : note('good', done, 'done'),
    html`<div class="title"><div><h1>Team</h1><p>${
      members.length === 1
        ? 'You are alone here. Add a second owner, so that the account cannot be locked.'
        : `${members.length} people may open the console of ${person.accountName}.`
    }</p></div></div>`,
    html`<div class="stack">
      <div class="card">${table(
        'People',
        ['Person', 'Role', 'Last seen', ...(isOwner ? ['Change'] : [])],
        members.map((member) => [
          html`<bdi>${member.email}</bdi>`,
          roleNames[member.role],
          member.lastSeenAt === null ? 'never' : minuteText(member.lastSeenAt.toISOString()),
          ...(isOwner
            ? [
                html`<a href=${`/console/team/${member.personId}`}>Change<span class="vh"> ${member.email}</span></a>`,
              ]
            : []),
        ]),
      )}</div>
      ${isOwner && invitations.length > 0 ? invitationCard(person, invitations) : null}
      ${isOwner ? inviteCard(person, form) : null}
    </div>`,
  ]
}

function invitationCard(person: SignedIn, invitations: readonly TeamInvitation[]): VNode {
  const path = '/console/team/invitations/revoke'
  return html`<div class="card">${table(
    'Open invitations',
    ['Person', 'Role', 'Ends', 'Revoke'],
    invitations.map(({ id, email, role, expires_at }) => [
      html`<bdi>${email}</bdi>`,
      roleNames[role],
      minuteText(expires_at.toISOString()),
      postForm(
        { action: path, token: person.formToken(path), hidden: { id } },
        html`<button class="btn risk" type="submit">Revoke<span class="vh"> the invitation of ${email}</span></button>`,
      ),
    ]),
  )}</div>`
}

function inviteCard(person: SignedIn, form: Team['form']): VNode {
  const path = '/console/team/invite'
  return html`<section class="card" aria-labelledby="invite"><header><h2 id="invite">Invite a person</h2></header>
    ${postForm({ action: path, token: person.formToken(path) }, [
      textField({
        name: 'email',
        label: 'Email',
        type: 'email',
        value: form.email,
        error: form.error,
        maxLength: 254,
        hint: 'They get a mail that works once, for seven days, and for this address alone.',
      }),
      choiceField({ name: 'role', legend: 'Role', chosen: form.role }, roleWords),
      html`<p class="row"><button class="btn go" type="submit">Invite</button></p>`,
    ])}
  </section>`
}

export function memberContent(person: SignedIn, member: Member, problem?: string): ComponentChildren {
  const path = `/console/team/${member.personId}`
  const token = person.formToken(path)
  return [
    html`<p class="crumbs"><a href="/console/team">Team</a> / <bdi>${member.email}</bdi></p>`,
    problem === undefined ? null : note('bad', problem, 'problem'),
    html`<div class="title"><div><h1><bdi>${member.email}</bdi></h1><p>A change of role signs them out everywhere, so that it holds at once.</p></div></div>`,
    html`<div class="stack">
      <div class="card">${postForm({ action: path, token }, [
        choiceField({ name: 'role', legend: 'Role', chosen: member.role }, roleWords),
        html`<p class="row"><button class="btn go" type="submit">Change the role</button><a class="btn" href="/console/team">Cancel</a></p>`,
      ])}</div>
      <section class="card" aria-labelledby="remove"><header><h2 id="remove">Remove them</h2></header>
        <p class="small">They are signed out at once. Keys that they made stay in force: revoke those on the page of keys.</p>
        ${postForm(
          { action: path, token, hidden: { role: 'none' } },
          html`<p class="row"><button class="btn risk" type="submit">Remove <bdi>${member.email}</bdi></button></p>`,
        )}
      </section>
    </div>`,
  ]
}

type Invitation = {
  readonly accountName: string
  readonly email: string
  readonly role: PersonRole
  readonly path: string
}

export function joinContent({ accountName, email, role, path }: Invitation): VNode {
  return html`<div class="centre"><div class="stack">
    <h1>Join <bdi>${accountName}</bdi></h1>
    <p>The account invites <bdi class="strong">${email}</bdi> as ${roleNames[role].toLowerCase()}.</p>
    <p class="quiet">You join by signing in as that address: we mail it a link and a code.</p>
    ${postForm({ action: path }, html`<button class="btn go big wide" type="submit">Send the mail</button>`)}
  </div></div>`
}

export function noInvitationContent(): VNode {
  return html`<div class="centre"><div class="stack">
    <h1>There is no such invitation</h1>
    <p class="quiet">It has ended, was used or was revoked. Ask the person who invited you for a new one.</p>
    <p><a class="btn wide big" href="/sign-in">Sign in</a></p>
  </div></div>`
}
