import { codeBlock, html, keyValues, note, pageShell, postForm, textField } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { PageSite } from '../../pages/site.ts'
import type { Organisation } from '../../store/console/organisation-store.ts'
import type { SignedIn } from '../sessions/serve-person.ts'

export const organisationPaths = {
  choose: '/sign-in/organisation',
  start: '/sign-in/oidc/start',
  save: '/console/settings/organisation',
  remove: '/console/settings/organisation/remove',
} as const

type Chosen = {
  readonly email?: string
  readonly domain?: string
  /** Host of the provider; null where no organisation speaks for the domain. */
  readonly host?: string | null
}

/** Finds the provider of an address, and leads there by a link. */
export function organisationPage(site: PageSite, { email = '', domain, host }: Chosen): VNode {
  return centred(site, 'Continue with your organisation', [
    html`<h1>Continue with your organisation</h1>`,
    host === undefined || host === null || domain === undefined
      ? [
          html`<p class="quiet">Your organisation signs you in. Enter your address, so that we find it.</p>`,
          host === null
            ? note(
                'warn',
                'No organisation signs in addresses of this domain. Use another way to sign in.',
                'problem',
              )
            : null,
          html`<form class="stack" method="get" action=${organisationPaths.choose}>
            ${textField({
              name: 'email',
              label: 'Work email',
              type: 'email',
              autoComplete: 'username',
              value: email.slice(0, 254),
              maxLength: 254,
            })}
            <button class="btn go big wide" type="submit">Find it</button>
          </form>`,
        ]
      : [
          html`<p class="quiet">Addresses of <bdi class="strong">${domain}</bdi> are signed in at <bdi class="strong">${host}</bdi>.</p>`,
          html`<p><a class="btn go big wide" href=${`${organisationPaths.start}?domain=${encodeURIComponent(domain)}`}>Continue at <bdi>${host}</bdi></a></p>`,
        ],
    html`<p class="small quiet"><a href="/sign-in">Sign in another way</a></p>`,
  ])
}

export function organisationFailedPage(site: PageSite): VNode {
  return centred(site, 'Sign in', [
    html`<h1>Your organisation did not sign you in</h1>`,
    html`<p class="quiet">Its provider did not answer, refused, took longer than ten minutes, or named an address that it may not speak for. Try again; if it goes on, ask who looks after sign-in there.</p>`,
    html`<p><a class="btn wide big" href=${organisationPaths.choose}>Try again</a></p>`,
    html`<p class="small quiet"><a href="/sign-in">Sign in another way</a></p>`,
  ])
}

export function signedInPage(site: PageSite): VNode {
  return centred(site, 'Signed in', [
    html`<h1>You are signed in</h1>`,
    html`<p><a class="btn go big wide" href="/console">Open the console</a></p>`,
  ])
}

function centred(site: PageSite, title: string, content: ComponentChildren): VNode {
  return pageShell({ title, site }, html`<div class="centre"><div class="stack">${content}</div></div>`)
}

type Card = {
  readonly organisation: Organisation | null
  readonly domains: readonly string[]
  readonly redirectUri: string
  readonly error?: string
}

/** The part of the settings about the sign-in by the organisation of an account. */
export function organisationCard(
  person: SignedIn,
  { organisation, domains, redirectUri, error }: Card,
): VNode {
  return html`<section class="card stack" aria-labelledby="organisation"><header><h2 id="organisation">Sign-in by your organisation</h2></header>
    ${
      organisation === null || domains.length === 0
        ? html`<p class="small">Your people can sign in at the OpenID Connect provider of your organisation, such as Entra ID, Okta or Google Workspace. First the operator of this service confirms that a domain is yours: write to them with the domain, the issuer of your provider and the id of this account, <span class="mono">${person.accountId}</span>.</p>`
        : [
            keyValues('organisation-facts', [
              ['Issuer', html`<bdi class="mono">${organisation.issuer}</bdi>`],
              ['Confirmed domains', html`<bdi>${domains.join(', ')}</bdi>`],
              [
                'State',
                organisation.client_id === null
                  ? 'not set up'
                  : organisation.is_required
                    ? 'required'
                    : 'offered',
              ],
            ]),
            html`<p class="small">People of these domains get in as viewers, or with the role of their invitation. Register this address at your provider:</p>`,
            codeBlock('Redirect URI', redirectUri),
            clientForm(person, organisation, error),
            organisation.client_id === null ? null : removeForm(person),
          ]
    }
  </section>`
}

function clientForm(person: SignedIn, organisation: Organisation, error: string | undefined): VNode {
  const path = organisationPaths.save
  return postForm({ action: path, token: person.formToken(path) }, [
    error === undefined ? null : note('bad', error, 'organisation-problem'),
    textField({
      name: 'client_id',
      label: 'Client id',
      value: organisation.client_id ?? '',
      maxLength: 300,
      isMono: true,
    }),
    html`<div class="field"><label for="client_secret">Client secret</label>
      <input id="client_secret" name="client_secret" type="password" autocomplete="off" maxlength="1000" aria-describedby="client_secret-hint" />
      <span class="hint" id="client_secret-hint">${organisation.client_id === null ? 'It is stored encrypted and never shown again.' : 'Leave it empty to keep the one that is stored.'}</span></div>`,
    html`<label class="pick"><input type="checkbox" name="is_required" value="yes" checked=${organisation.is_required} />
      <span><b>Require it</b><span class="small quiet">Codes, links and passkeys sign no one in to this account any more; owners keep their passkeys.</span></span></label>`,
    html`<p class="row"><button class="btn go" type="submit">Save the sign-in</button></p>`,
  ])
}

function removeForm(person: SignedIn): VNode {
  const path = organisationPaths.remove
  return postForm(
    { action: path, token: person.formToken(path) },
    html`<p class="row"><button class="btn risk" type="submit">Remove the sign-in by your organisation</button></p>`,
  )
}
