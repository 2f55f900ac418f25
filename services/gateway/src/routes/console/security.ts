import { absent, defineEndpoint, personAccess } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import { personRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { noteAction } from '../../store/console/audit-store.ts'
import { consolePage } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { endOnePath, endOthersPath, securityContent } from '../../console/pages/security-page.ts'
import { servePerson, type SignedIn } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { endChains, listSessions } from '../../store/console/session-store.ts'
import { maxPasskeys } from '../../console/passkeys/passkey-rules.ts'
import { listPasskeys } from '../../store/console/passkey-store.ts'
import type { Answer, Call, Route } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'

const html = { mediaType: 'text/html' }
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  access: personAccess(personRoles),
} as const
const ledOn = { status: 303, description: 'The sessions.', content: html }
const text = z.string().max(1_000).default('')

const showSecurity = defineEndpoint({
  ...page,
  operationId: 'show-security',
  path: '/console/security',
  summary: 'See your sessions',
  query: z.strictObject({ done: z.enum(['ended', 'added', 'not-added', 'renamed', 'removed']).optional() }),
  success: { status: 200, description: 'The page.', content: html },
})
const endSession = defineEndpoint({
  ...page,
  operationId: 'end-session',
  path: endOnePath,
  summary: 'End one of your sessions',
  body: z.strictObject({ _t: text, session: text }),
  success: ledOn,
})
const endOtherSessions = defineEndpoint({
  ...page,
  operationId: 'end-other-sessions',
  path: endOthersPath,
  summary: 'End all your other sessions',
  body: z.strictObject({ _t: text }),
  success: ledOn,
})

const done = {
  ended: 'Signed out there.',
  added: 'Passkey added. Use it at the next sign-in.',
  'not-added': `Passkey not added: the device has one for your sign-in already, or you have ${maxPasskeys}.`,
  renamed: 'Passkey renamed.',
  removed: 'Passkey removed. It signs no one in any more.',
} as const

type Shown = {
  readonly done: string | null
  readonly status?: number
  readonly form?: { name: string; error: string }
}

export async function securityPage(
  { now }: Pick<Call, 'now'>,
  person: SignedIn,
  site: PageSite,
  { done: doneText, status = 200, form }: Shown,
): Promise<Answer> {
  const { console, personId } = person
  const [sessions, passkeys] = await Promise.all([
    listSessions(console.db, personId, now),
    listPasskeys(console.db, personId),
  ])
  const content = securityContent(person, {
    sessions,
    passkeys,
    done: doneText,
    ...(form !== undefined && { form }),
  })
  return consolePage(site, person, { title: 'Security', current: '/console/security', status }, content)
}

/** The sessions of the person who is signed in, and no others. */
export function securityRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showSecurity, cookies, (call, person) =>
      securityPage(call, person, site, {
        done: call.query.done === undefined ? null : done[call.query.done],
      }),
    ),
    servePerson(endSession, cookies, async (call, person) => {
      if ((await end(person, [call.body.session], call.now)) === 0) throw absent('There is no such session.')
      return seeOther('/console/security?done=ended')
    }),
    servePerson(endOtherSessions, cookies, async (call, person) => {
      const sessions = await listSessions(person.console.db, person.personId, call.now)
      const others = sessions
        .map(({ chain_id: chain }) => chain)
        .filter((chain) => chain !== person.session.chain_id)
      await end(person, others, call.now)
      return seeOther('/console/security?done=ended')
    }),
  ]
}

function end(person: SignedIn, chains: readonly string[], now: Date): Promise<number> {
  return inTransaction(person.console.db, async (tx) => {
    const ended = await endChains(tx, person.personId, now, chains)
    if (ended > 0) {
      const details = { sessions: chains.length }
      await noteAction(tx, {
        ...noteOf(person, now),
        action: 'session.revoked',
        target: person.email,
        details,
      })
    }
    return ended
  })
}
