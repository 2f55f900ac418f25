import { html, note, pageShell, passkeyForm, postForm, textField } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { organisationPaths } from './organisation-pages.ts'
import type { PageSite } from '../../pages/site.ts'

type Head = { readonly title: string; readonly site: PageSite; readonly script?: string }

function centred(head: Head, content: ComponentChildren): VNode {
  return pageShell(head, html`<div class="centre"><div class="stack">${content}</div></div>`)
}

export type SignInFacts = {
  readonly mail: 'server' | 'folder' | 'none'
  readonly isSignUpOpen: boolean
  readonly hasOrganisations: boolean
}

type SignIn = SignInFacts & {
  readonly email?: string
  readonly error?: string
  readonly passkeyError?: string
}

export function signInPage(
  site: PageSite,
  { mail, isSignUpOpen, email = '', error, passkeyError, hasOrganisations }: SignIn,
): VNode {
  const head = { title: 'Sign in', site, script: site.consoleScript }
  return centred(head, [
    html`<h1>Sign in</h1>`,
    mail === 'none'
      ? note(
          'warn',
          'This deployment has no mail server, so it cannot mail you a code. Ask its operator for a sign-in link.',
        )
      : [
          html`<p class="quiet">We mail you a link and a code. They work once, for 15 minutes.${isSignUpOpen ? ' A first sign-in opens an account.' : ''}</p>`,
          postForm({ action: '/sign-in' }, [
            textField({
              name: 'email',
              label: 'Work email',
              type: 'email',
              autoComplete: 'username webauthn',
              hint: 'No password, ever.',
              value: email,
              error,
              maxLength: 254,
            }),
            html`<button class="btn go big wide" type="submit">Send the mail</button>`,
          ]),
        ],
    passkeyError === undefined ? null : note('bad', passkeyError, 'problem'),
    passkeyForm({
      action: '/sign-in/passkey',
      use: 'sign-in',
      options: '/sign-in/passkey/options',
      button: 'Use a passkey',
    }),
    hasOrganisations
      ? html`<p><a class="btn wide" href=${organisationPaths.choose}>Continue with your organisation</a></p>`
      : null,
    mail === 'folder'
      ? note(
          'info',
          html`<span class="strong">This is a local system.</span> It has no mail server: link and code are printed in the terminal where <span class="mono">npm start</span> runs.`,
        )
      : null,
    html`<p class="small quiet">Looking at a receipt? You need no account for that: open its link.</p>`,
  ])
}

type Sent = { readonly email: string; readonly endsAt: string; readonly error?: string }

export function sentPage(site: PageSite, { email, endsAt, error }: Sent): VNode {
  return centred({ title: 'Enter the code', site }, [
    html`<h1>Enter the code</h1>`,
    html`<p class="quiet">If <span class="strong"><bdi>${email}</bdi></span> can sign in here, a mail with a link and an 8-digit code is on its way. Both work in this browser alone.</p>`,
    postForm({ action: '/sign-in/code' }, [
      codeField(`It ends at ${endsAt}. Five tries.`, error),
      html`<button class="btn go big wide" type="submit">Sign in</button>`,
    ]),
    html`<p class="small quiet">No mail after two minutes? Look in the spam folder, or <a href="/sign-in">send another one</a>.</p>`,
  ])
}

export function codeField(hint: string, error: string | undefined): VNode {
  return textField({
    name: 'code',
    label: 'Code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: 12,
    isMono: true,
    hint,
    error,
  })
}

/** A link changes nothing until its button is used: mail programs open links by themselves. */
export function finishPage(site: PageSite, { email, token }: { email: string; token: string }): VNode {
  return centred({ title: 'Sign in', site }, [
    html`<h1>Sign in</h1>`,
    html`<p class="quiet">You sign in as <span class="strong"><bdi>${email}</bdi></span>.</p>`,
    postForm(
      { action: '/sign-in/finish', hidden: { token } },
      html`<button class="btn go big wide" type="submit">Sign in</button>`,
    ),
  ])
}

export const linkProblems = {
  ended: {
    title: 'This link has ended',
    text: 'A link works once, for 15 minutes.',
  },
  elsewhere: {
    title: 'Type the code where you started',
    text: 'This link finishes in the browser that asked for it. In that browser, enter the code of the mail.',
  },
  account_closed: {
    title: 'This account is closed',
    text: 'Its owners closed it. Its receipts stay valid. The operator of this service can open it again.',
  },
  organisation_required: {
    title: 'Your organisation signs you in',
    text: 'This account lets its organisation alone sign people in: choose “Continue with your organisation” on the sign-in page.',
  },
  no_account: {
    title: 'No account has this address',
    text: 'Ask an owner of the account to invite you, or the operator of this service to open an account.',
  },
} as const

export function linkProblemPage(site: PageSite, problem: keyof typeof linkProblems): VNode {
  const { title, text } = linkProblems[problem]
  return centred({ title, site }, [
    html`<h1>${title}</h1>`,
    html`<p class="quiet">${text}</p>`,
    html`<p><a class="btn wide big" href="/sign-in">Send a new mail</a></p>`,
  ])
}
