import { defineEndpoint, openAccess } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { z } from 'zod'
import { consoleOf } from '../../console/console-of.ts'
import { withForm } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { linkProblemPage, signInPage } from '../../console/pages/sign-in-pages.ts'
import { beginUse } from '../../console/passkeys/ceremonies.ts'
import { challengeMs, maxResponseLength } from '../../console/passkeys/passkey-rules.ts'
import { usePasskey } from '../../console/passkeys/use-passkey.ts'
import { placeOf } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { sessionMs } from '../../console/sessions/session-rules.ts'
import { noAccountOf, openSession } from '../../console/sign-in/finish-sign-in.ts'
import { signInFacts } from './sign-in.ts'
import { json, type Route, serveForm } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { mayEnter } from '../../store/console/organisation-store.ts'
import { latestMembership } from '../../store/console/person-store.ts'
import { newToken } from '../../store/console/session-store.ts'

const page = { isInternal: true, tag: 'Pages', access: openAccess } as const

const beginByPasskey = defineEndpoint({
  ...page,
  operationId: 'begin-sign-in-by-passkey',
  path: '/sign-in/passkey/options',
  summary: 'Ask for a passkey to sign in with',
  body: z.strictObject({}),
  success: { status: 200, description: 'What the device signs.', content: z.looseObject({}) },
})
const signInByPasskey = defineEndpoint({
  ...page,
  operationId: 'sign-in-by-passkey',
  path: '/sign-in/passkey',
  summary: 'Sign in by a passkey',
  bodyLimit: { bytes: 32 * 1_024 },
  body: z.strictObject({ response: z.string().max(maxResponseLength).default('') }),
  success: { status: 303, description: 'The console.', content: { mediaType: 'text/html' } },
})

/** Sign-in by a passkey that the device offers: no address is typed, and none is told. */
export function passkeySignInRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    serveForm(beginByPasskey, async (call) => {
      const { console } = consoleOf(call)
      const token = newToken()
      const asked = { purpose: 'sign_in', bound_to: console.hash(token) } as const
      const options = await beginUse(console, asked, call.now)
      return json(200, options, { 'set-cookie': cookies.passkey.keep(token, challengeMs / 1_000) })
    }),
    serveForm(signInByPasskey, async (call) => {
      const { console } = consoleOf(call)
      const { now } = call
      const place = placeOf(call)
      const token = cookies.passkey.read(call.headers)
      const asked = { purpose: 'sign_in', bound_to: console.hash(token ?? '') } as const
      const use = { text: call.body.response, asked, place, now }
      const outcome = await usePasskey(console, use, async (tx, { person_id: id, email }) => {
        const known = await latestMembership(tx, email, 'passkey')
        if (known === null) return noAccountOf(tx, email)
        const entering = { accountId: known.account_id, personId: id, method: 'passkey' } as const
        if (!(await mayEnter(tx, entering))) return 'organisation_required'
        const session = { console, person: { id, email }, accountId: known.account_id, now, place }
        return { token: await openSession(tx, { ...session, method: 'passkey' }) }
      })
      if (outcome === null) {
        const passkeyError = 'This passkey could not be used. Use another one, or have a mail sent.'
        return htmlPage(
          site,
          422,
          signInPage(site, { ...(await signInFacts(console)), passkeyError }),
          withForm,
        )
      }
      if (typeof outcome === 'string') return htmlPage(site, 403, linkProblemPage(site, outcome), withForm)
      return seeOther('/console', {
        'set-cookie': cookies.session.keep(outcome.token, sessionMs.longest / 1_000),
      })
    }),
  ]
}
