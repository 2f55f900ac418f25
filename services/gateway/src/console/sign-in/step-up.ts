import { html, note, postForm } from '@outturn/pages'
import { minuteText } from '@outturn/pages/text'
import type { Answer, Call } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { consolePage } from '../pages/console-page.ts'
import { codeField } from '../pages/sign-in-pages.ts'
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
}

/**
 * Lets an action go on that only the person may do, and not who found their browser open: with a code from their mail, where they did not
 * prove who they are in the last ten minutes. The form is kept in the page meanwhile, and nowhere else.
 */
export async function askForProof(call: FormCall, person: SignedIn, ask: Ask): Promise<Proof> {
  if (person.isProved) return { isProved: true, headers: {} }
  const { console, session } = person
  const known = await findOpenStepUp(console.db, session.chain_id, call.now)
  const typed = call.body['code']
  if (known !== null && typed !== undefined) {
    const code = readCode(typed)
    if (code === null) return confirm(call, person, ask, { request: known, error: 'A code has 8 digits.' })
    const tried = await tryCode(console, known, { code, now: call.now, place: person.place })
    if (tried === 'wrong') {
      const error = 'This is not the code of the newest mail.'
      return confirm(call, person, ask, { request: known, error })
    }
    if (tried === 'right') return prove(call, person, known, ask)
  }
  const request = typed === undefined && known !== null ? known : await begin(call, person)
  const error = typed === undefined ? undefined : 'This code has ended. Enter the one of the new mail.'
  return confirm(call, person, ask, { request, error })
}

async function prove(call: FormCall, person: SignedIn, request: SignInRequest, ask: Ask): Promise<Proof> {
  const { console } = person
  const isTaken = await inTransaction(console.db, (tx) => takeRequest(tx, request.id, call.now))
  const headers = isTaken ? await person.prove(call.now) : null
  if (headers !== null) return { isProved: true, headers }
  const next = await begin(call, person)
  return confirm(call, person, ask, {
    request: next,
    error: 'This code was used already. Enter the one of the new mail.',
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

function confirm(
  call: FormCall,
  person: SignedIn,
  { site, title, current, reason, button }: Ask,
  { request, error }: { request: SignInRequest; error: string | undefined },
): Proof {
  const { _t: _token, code: _code, ...rest } = call.body
  const hidden = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const content = [
    html`<div class="title"><div><h1>Confirm that it is you</h1><p>${reason}</p></div></div>`,
    html`<div class="card stack">
      ${person.console.mail === 'none' ? note('warn', 'This deployment has no mail server. Ask its operator for a new sign-in link: for ten minutes after it you need no code.') : html`<p>We mailed a code to <bdi class="strong">${person.email}</bdi>.</p>`}
      ${postForm({ action: call.path, token: person.formToken(call.path), hidden }, [
        codeField(`It ends at ${minuteText(request.expires_at.toISOString())}. Five tries.`, error),
        html`<p class="row"><button class="btn go" type="submit">${button}</button><a class="btn" href=${current}>Cancel</a></p>`,
      ])}
    </div>`,
  ]
  const status = error === undefined ? 200 : 422
  return { isProved: false, answer: consolePage(site, person, { title, current, status }, content) }
}
