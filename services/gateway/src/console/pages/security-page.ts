import { badge, html, minuteText, note, postForm, table } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import type { Passkey } from '../../store/console/passkey-store.ts'
import { passkeyCards } from './passkey-pages.ts'
import type { SignedIn } from '../sessions/serve-person.ts'
import type { PersonSession } from '../../store/console/session-store.ts'

export function securityContent(
  person: SignedIn,
  {
    sessions,
    passkeys,
    done,
    form,
  }: {
    sessions: readonly PersonSession[]
    passkeys: readonly Passkey[]
    done: string | null
    form?: { name: string; error: string }
  },
): ComponentChildren {
  const others = sessions.filter(({ chain_id: chain }) => chain !== person.session.chain_id)
  return [
    done === null ? null : note('good', done, 'done'),
    html`<div class="title"><div><h1>Security</h1><p>Your passkeys, and the browsers in which you are signed in. A session ends 7 days after its last request, and after 30 days at the latest.</p></div></div>`,
    html`<div class="stack">
      ${passkeyCards(person, passkeys, form)}
      <div class="card">${table(
        'Your sessions',
        ['Browser', 'Network', 'Signed in', 'Last request', 'End'],
        sessions.map((session) => sessionRow(person, session)),
      )}</div>
      ${
        others.length === 0
          ? null
          : html`<section class="card" aria-labelledby="others"><header><h2 id="others">End all other sessions</h2></header>
              <p class="small">The other browsers are signed out at once. This one stays signed in.</p>
              ${postForm(
                { action: endOthersPath, token: person.formToken(endOthersPath) },
                html`<p class="row"><button class="btn risk" type="submit">End ${others.length === 1 ? 'the other session' : `${others.length} other sessions`}</button></p>`,
              )}
            </section>`
      }
    </div>`,
  ]
}

export const endOnePath = '/console/security/sessions/end'
export const endOthersPath = '/console/security/sessions/end-others'

function sessionRow(person: SignedIn, session: PersonSession): readonly ComponentChildren[] {
  const agent = session.agent === '' ? 'unknown' : session.agent
  return [
    html`<bdi>${agent}</bdi>`,
    html`<span class="mono">${session.address_prefix}</span>`,
    minuteText(session.signed_in_at.toISOString()),
    minuteText(session.last_seen_at.toISOString()),
    session.chain_id === person.session.chain_id
      ? badge('info', 'this browser')
      : postForm(
          { action: endOnePath, token: person.formToken(endOnePath), hidden: { session: session.chain_id } },
          html`<button class="btn risk" type="submit">End<span class="vh"> the session of ${agent}</span></button>`,
        ),
  ]
}
