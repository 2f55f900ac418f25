import { html, note, passkeyForm, postForm } from '@outturn/pages'
import { minuteText } from '@outturn/pages/text'
import type { VNode } from 'preact'
import type { Answer, Call } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { consolePage } from '../pages/console-page.ts'
import { passkeyPaths } from '../pages/passkey-pages.ts'
import { codeField } from '../pages/sign-in-pages.ts'
import { beginUse } from '../passkeys/ceremonies.ts'
import { listPasskeys, type Passkey } from '../../store/console/passkey-store.ts'
import type { SignedIn } from '../sessions/serve-person.ts'
import {
  beginRequest,
  findOpenStepUp,
  type SignInRequest,
  takeRequest,
} from '../../store/console/sign-in-store.ts'
import { readCode } from './sign-in-secrets.ts'
import { tryCode } from './try-code.ts'
import { inTransaction } from '@outturn/postgres/typed'

type FormCall = Call<Readonly<Record<string, string | undefined>>>

/** The action may go on, with these headers; or a page stands in for it until the person has proved who they are. */
export type Proof =
  | { readonly isProved: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly isProved: false; readonly answer: Answer }

type Ask = {
  readonly site: PageSite
  readonly title: string
  /** Address of the link in the side bar. */
  readonly current: string
  /** What will be done, and why it needs a proof. */
  readonly reason: string
  readonly button: string
  /** Whether it reaches beyond the account, so that the word of its organisation is no proof. */
  readonly isBeyondAccount?: boolean
}

/** Sent in place of a code by who would rather have one mailed than use a passkey. */
const wantsMail = 'mail'

/**
 * Lets an action go on that only the person may do, and not who found their browser open: with a passkey or a code from their mail, where
 * they did not prove who they are in the last ten minutes. The form is kept in the page meanwhile, and nowhere else.
 */
export async function askForProof(call: FormCall, person: SignedIn, ask: Ask): Promise<Proof> {
  if (ask.isBeyondAccount === true ? person.isProvedByThemselves : person.isProved)
    return { isProved: true, headers: {} }
  const { console, session } = person
  const [known, passkeys] = await Promise.all([
    findOpenStepUp(console.db, session.chain_id, call.now),
    listPasskeys(console.db, person.personId),
  ])
  const { code: typed } = call.body
  const isFirst = typed === undefined || typed === ''
  if (known !== null && !isFirst && typed !== wantsMail) {
    const code = readCode(typed)
    if (code === null) {
      return confirm(call, person, ask, { request: known, error: 'A code has 8 digits.', passkeys })
    }
    const tried = await tryCode(console, known, { code, now: call.now })
    if (tried === 'wrong') {
      const error = 'This is not the code of the newest mail.'
      return confirm(call, person, ask, { request: known, error, passkeys })
    }
    if (tried === 'right') return prove(call, person, known, { ask, passkeys })
  }
  if (known === null && isFirst && passkeys.length > 0) {
    return confirm(call, person, ask, { request: null, error: undefined, passkeys })
  }
  const hasCode = known !== null && (isFirst || typed === wantsMail)
  const request = hasCode ? known : await begin(call, person)
  const isLate = !isFirst && typed !== wantsMail
  const error = isLate ? 'This code has ended. Enter the one of the new mail.' : undefined
  return confirm(call, person, ask, { request, error, passkeys })
}

async function prove(
  call: FormCall,
  person: SignedIn,
  request: SignInRequest,
  { ask, passkeys }: { ask: Ask; passkeys: readonly Passkey[] },
): Promise<Proof> {
  const { console } = person
  const isTaken = await inTransaction(console.db, (tx) => takeRequest(tx, request.id, call.now))
  const headers = isTaken ? await person.prove(call.now) : null
  if (headers !== null) return { isProved: true, headers }
  const next = await begin(call, person)
  return confirm(call, person, ask, {
    request: next,
    error: 'This code was used already. Enter the one of the new mail.',
    passkeys,
  })
}

async function begin(call: FormCall, { console, email, session, place }: SignedIn): Promise<SignInRequest> {
  const request = await beginRequest(
    console.db,
    { kind: 'step_up', email, chain_id: session.chain_id, address_prefix: place.addressPrefix },
    call.now,
  )
  console.sendMails()
  return request
}

type Confirmed = {
  /** The request whose code was mailed; null where the person may use a passkey, and has not asked for a mail. */
  readonly request: SignInRequest | null
  readonly error: string | undefined
  readonly passkeys: readonly Passkey[]
}

async function confirm(
  call: FormCall,
  person: SignedIn,
  { site, title, current, reason, button }: Ask,
  { request, error, passkeys }: Confirmed,
): Promise<Proof> {
  const { _t: _token, code: _code, ...rest } = call.body
  const hidden = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const form = { action: call.path, token: person.formToken(call.path), hidden, id: 'confirm' }
  const cancel = html`<a class="btn" href=${current}>Cancel</a>`
  const content = [
    html`<div class="title"><div><h1>Confirm that it is you</h1><p>${reason}</p></div></div>`,
    html`<div class="card stack">
      ${passkeys.length === 0 ? null : await passkeyProof(person, passkeys, call.now)}
      ${
        request === null
          ? postForm(
              form,
              html`<p class="row"><button class="btn" type="submit" name="code" value=${wantsMail}>Mail me a code</button>${cancel}</p>`,
            )
          : [
              mailNote(person),
              postForm(form, [
                codeField(`It ends at ${minuteText(request.expires_at.toISOString())}. Five tries.`, error),
                html`<p class="row"><button class="btn go" type="submit">${button}</button>${cancel}</p>`,
              ]),
            ]
      }
    </div>`,
  ]
  const status = error === undefined ? 200 : 422
  return { isProved: false, answer: consolePage(site, person, { title, current, status }, content) }
}

function mailNote({ console, email }: SignedIn): VNode {
  return console.mail === 'none'
    ? note(
        'warn',
        'This deployment has no mail server. Ask its operator for a new sign-in link: for ten minutes after it you need no code.',
      )
    : html`<p>We mailed a code to <bdi class="strong">${email}</bdi>.</p>`
}

async function passkeyProof(person: SignedIn, passkeys: readonly Passkey[], now: Date): Promise<VNode> {
  const asked = { purpose: 'prove', bound_to: person.session.chain_id } as const
  return passkeyForm({
    action: passkeyPaths.prove,
    token: person.formToken(passkeyPaths.prove),
    use: 'prove',
    options: await beginUse(person.console, asked, now, passkeys),
    next: '#confirm',
    button: 'Use a passkey',
  })
}
