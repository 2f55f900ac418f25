import { defineEndpoint, openAccess } from '@outturn/contracts'
import { htmlPage, pageShell } from '@outturn/pages'
import { z } from 'zod'
import { consoleOf } from '../../console/console-of.ts'
import { withForm } from '../../console/pages/console-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { joinContent, noInvitationContent } from '../../console/pages/team-pages.ts'
import { localAddress } from '../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../console/sessions/session-cookies.ts'
import { findOpenInvitation, type ShownInvitation } from '../../store/console/invitation-store.ts'
import { type Answer, type Call, type Route, serve, serveForm } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { beginByMail } from './sign-in.ts'

const html = { mediaType: 'text/html' }
const page = {
  isInternal: true,
  tag: 'Pages',
  access: openAccess,
  path: '/join/:token',
  params: { token: { pattern: '^[A-Za-z0-9_-]{43}$', description: 'Token of an invitation.' } },
} as const

const showInvitation = defineEndpoint({
  ...page,
  operationId: 'show-team-invitation',
  summary: 'See an invitation to an account',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: html },
})
const acceptInvitation = defineEndpoint({
  ...page,
  operationId: 'accept-team-invitation',
  summary: 'Accept an invitation by signing in as its address',
  body: z.strictObject({}),
  success: { status: 303, description: 'Where the code is entered.', content: html },
})

/** An invitation is accepted by signing in as the address that it names; its link alone opens no account. */
export function joinRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    serve(showInvitation, async (call) => {
      const local = localAddress(call, 'GET')
      if (local !== null) return local
      const invitation = await invitationOf(call)
      return invitation === null
        ? noInvitation(site)
        : htmlPage(
            site,
            200,
            pageShell({ title: 'Invitation', site }, joinContent({ ...invitation, path: call.path })),
            withForm,
          )
    }),
    serveForm(acceptInvitation, async (call) => {
      const invitation = await invitationOf(call)
      if (invitation === null) return noInvitation(site)
      const begun = { email: invitation.email, invitationId: invitation.id }
      return seeOther('/sign-in/sent', await beginByMail(call, cookies, begun))
    }),
  ]
}

async function invitationOf(call: Call): Promise<ShownInvitation | null> {
  const { console } = consoleOf(call)
  return findOpenInvitation(console.db, { tokenHash: console.hash(call.params['token'] ?? '') }, call.now)
}

/** The same for an invitation that ended, was used, was revoked, and one that never was. */
function noInvitation(site: PageSite): Answer {
  return htmlPage(site, 404, pageShell({ title: 'Invitation', site }, noInvitationContent()), withForm)
}
