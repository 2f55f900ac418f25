import type { SharedSpool } from '@outturn/contracts'
import { codeBlock, html, minuteText, note, pageShell, postForm, type Site } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { agreementSections } from '../spool/shared-spool-page.ts'
import { nextWords } from '../spool/spool-words.ts'

/** Address of an invitation, for the holder of its grant. */
export function invitationPath(token: string): string {
  return `/invitation/${token}`
}

/** Where an account takes the place that an invitation offers. */
export function joinAsAccountPath(token: string): string {
  return `/console${invitationPath(token)}`
}

type Invited = {
  readonly spool: SharedSpool
  readonly token: string
  readonly expiresAt: Date
}

/** The agreement that an invitation is to, and the two ways to join. It gives nothing away before one is chosen. */
export function invitationPage(
  { spool, token, expiresAt, formId }: Invited & { readonly formId: string },
  site: Site,
): VNode {
  const { title, description } = spool.deliverable
  return pageShell({ title: 'Invitation', site }, [
    html`<div class="wrap read stack hero plain">
      <div class="stack-s">
        <p class="kicker">Invitation</p>
        <h1 id="title"><bdi dir="auto">${title}</bdi></h1>
        ${description === '' || description === title ? null : html`<p class="lead prose"><bdi dir="auto">${description}</bdi></p>`}
        <p>${inviterWords(spool)} Read what is agreed, then join. Until you do, nothing is taken and nothing is accepted. The invitation works once, until <time dateTime=${expiresAt.toISOString()}>${minuteText(expiresAt.toISOString())}</time>.</p>
      </div>
      ${agreementSections(spool)}
      <section class="card stack" aria-labelledby="next-title"><header><h2 id="next-title">What happens next</h2></header>${nextWords(spool).map((text) => html`<p>${text}</p>`)}</section>
      <section class="card stack" aria-labelledby="account-title">
        <header><h2 id="account-title">Join with an account</h2></header>
        <p>The Spool stands among those of your account: you accept, deliver, see the verdict and are paid from the console.</p>
        <ol class="stack-s">
          <li><a href="/sign-in" target="_blank" rel="noopener">Sign in or open an account in a new tab</a>, unless you are signed in already.</li>
          <li>Come back to this page, and go on.</li>
        </ol>
        <p><a class="btn go" href=${joinAsAccountPath(token)}>Go on with my account</a></p>
      </section>
      <section class="card stack" aria-labelledby="guest-title">
        <header><h2 id="guest-title">Join without an account</h2></header>
        <p>You get a key for this Spool alone, shown once. A program, or you with a command, accepts, delivers and disputes with it. It commits no money and sets up no payouts: these take an account.</p>
        ${postForm({ action: invitationPath(token), hidden: { form: formId } }, html`<p><button class="btn" type="submit">Join and show the key</button></p>`)}
      </section>
    </div>`,
  ])
}

function inviterWords({ parties }: SharedSpool): ComponentChildren {
  const inviter = parties.find(({ assigned }) => assigned)
  const seat = parties.find(({ assigned }) => !assigned)
  if (inviter === undefined || seat === undefined) return null
  return html`<span><bdi dir="auto">${inviter.display_name}</bdi> invites you as the ${seat.role}, <bdi dir="auto">${seat.display_name}</bdi>.</span>`
}

type Guest = { readonly apiKey: string; readonly spool: SharedSpool; readonly publicUrl: string }

/** The one page that shows the key of a guest, and what to do with it. */
export function guestKeyPage({ apiKey, spool, publicUrl }: Guest, site: Site): VNode {
  const address = `${publicUrl}/api/v1/spools/${spool.id}`
  const accept = { agreement_hash: spool.agreement.agreement_hash }
  const authorized = `-H "authorization: Bearer $OUTTURN_KEY"`
  return pageShell({ title: 'You have joined', site, hasCode: true }, [
    html`<div class="wrap read stack hero plain">
      <div class="stack-s"><p class="kicker">Invitation</p><h1>You have joined</h1><p class="lead">Copy the key now. It is not shown again, and cannot be read back.</p></div>
      ${note('good', html`<span>The place in <bdi dir="auto">${spool.deliverable.title}</bdi> is yours. Nothing is accepted yet.</span>`, 'done')}
      ${codeBlock('Key for this Spool, shown once', apiKey)}
      <section class="card stack" aria-labelledby="accept-title">
        <header><h2 id="accept-title">Accept what you have read</h2></header>
        <p class="small quiet">It is refused if the terms were changed meanwhile.</p>
        ${codeBlock(
          'Terminal',
          [
            `export OUTTURN_KEY=${apiKey}`,
            `curl -sS ${address}/accept ${authorized} -H 'content-type: application/json' -d '${JSON.stringify(accept)}'`,
          ].join('\n'),
        )}
        <p class="small quiet">To turn it down:</p>
        ${codeBlock('Terminal', `curl -sS -X POST ${address}/decline ${authorized}`)}
      </section>
      <section class="card stack" aria-labelledby="then-title">
        <header><h2 id="then-title">Then</h2></header>
        <p>Each answer has <span class="mono">next_step</span>: who acts, and how. Delivering, verifying and disputing are in <a href="/docs/guide/two-parties">the guide of two parties</a>.</p>
      </section>
    </div>`,
  ])
}

/** Why an invitation can no longer be used, or not here. */
export const endedWords = {
  absent: {
    title: 'There is no such invitation',
    text: 'The link may be cut: its last part begins with spg_ and has 32 characters behind it. An invitation that ended days ago is not known any more either.',
  },
  expired: { title: 'This invitation has ended', text: 'An invitation is good for 15 minutes.' },
  replaced: {
    title: 'This invitation was replaced',
    text: 'The party that invited you has made a newer one. Use that one.',
  },
  used: {
    title: 'This invitation was used',
    text: 'It works once. If it was you, the Spool stands in the console of your account, or you have its key. If it was not, tell the party that invited you at once.',
  },
  taken: {
    title: 'The place is taken',
    text: 'Another account has it. Ask the party that invited you.',
  },
  closed: { title: 'This Spool is closed', text: 'It takes no party any more.' },
  sandbox: {
    title: 'This invitation is of the sandbox',
    text: 'The sandbox has no accounts and no console. A program exchanges the grant by POST /api/v1/keys/exchange.',
  },
  owner: {
    title: 'This is no invitation to a Spool',
    text: 'It is a grant for a key of an account. A program exchanges it by POST /api/v1/keys/exchange.',
  },
} as const
export type Ended = keyof typeof endedWords

export function endedInvitation(state: Ended): VNode {
  const { title, text } = endedWords[state]
  const isAnother = state === 'expired' || state === 'absent' || state === 'taken'
  return html`<div class="centre"><div class="stack">
    <h1>${title}</h1>
    <p>${text}${isAnother ? ' Ask the party that sent it for a new one.' : ''}</p>
    <p><a class="btn" href="/console">Open the console</a></p>
  </div></div>`
}

type Join = Invited & { readonly formToken: string; readonly formId: string; readonly accountName: string }

/** The agreement within the console, with the form by which an account joins. */
export function joinContent({
  spool,
  token,
  expiresAt,
  formToken,
  formId,
  accountName,
}: Join): ComponentChildren {
  const isProposed = spool.status.agreement === 'proposed'
  return [
    html`<div class="title"><div><h1>Join <bdi dir="auto">${spool.deliverable.title}</bdi>?</h1><p>${inviterWords(spool)} The place goes to <bdi dir="auto">${accountName}</bdi>, for good. The invitation works until ${minuteText(expiresAt.toISOString())}.</p></div></div>`,
    html`<div class="stack">
      ${agreementSections(spool)}
      <div class="card">${postForm(
        {
          action: joinAsAccountPath(token),
          token: formToken,
          hidden: {
            form: formId,
            agreement_hash: spool.agreement.agreement_hash,
            quote_digest: spool.pricing_quote?.quote_digest ?? '',
          },
        },
        [
          html`<p>Accepting binds <bdi dir="auto">${accountName}</bdi> to the terms on this page, and is refused if they were changed meanwhile. Joining alone binds it to nothing.</p>`,
          html`<p class="row">${isProposed ? html`<button class="btn go" type="submit" name="act" value="accept">Join and accept</button>` : null}<button class="btn" type="submit" name="act" value="join">Join, and decide later</button><a class="btn" href="/console">Not now</a></p>`,
        ],
      )}</div>
    </div>`,
  ]
}
