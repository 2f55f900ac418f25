import { composeMail, type Mail } from '@outturn/mail'
import { minuteText } from '@outturn/pages'
import { hasMembership } from '../../store/console/person-store.ts'
import type { Console } from '../console.ts'
import {
  findRequest,
  isMailOverLimit,
  isOpenRequest,
  type SignInRequest,
} from '../../store/console/sign-in-store.ts'
import { accountMails } from './account-mails.ts'
import type { MailSite } from './mail-site.ts'
import { noticeMails } from './notice-mails.ts'
import { invitationToken, linkToken, shownCode, signInCode } from '../sign-in/sign-in-secrets.ts'
import { findOpenInvitation, hasOpenInvitation } from '../../store/console/invitation-store.ts'

/** Makes the mails of the console when they are sent: what they say is in no table. */
export function consoleMails(console: Console, site: MailSite) {
  return async (
    { kind, subjectId }: { kind: string; subjectId: string },
    now: Date,
  ): Promise<Mail | null> => {
    const notice = noticeMails[kind] ?? accountMails[kind]
    if (notice !== undefined) return notice(console, site, subjectId, now)
    return kind === 'invitation'
      ? invitationMail(console, site, subjectId, now)
      : requestMail(console, site, subjectId, now)
  }
}

async function requestMail(console: Console, site: MailSite, id: string, now: Date): Promise<Mail | null> {
  const request = await findRequest(console.db, id)
  if (request === null || !isOpenRequest(request, now)) return null
  if (!(await mayReceive(console, request, now)) || (await isMailOverLimit(console.db, request))) return null
  const code = shownCode(signInCode(console.hash, id))
  const end = minuteText(request.expires_at.toISOString())
  const foot = [
    `${site.name} at ${site.host}`,
    'We never ask for a password, and never ask you to tell us a code.',
  ]
  if (request.kind === 'step_up') {
    return composeMail({
      to: request.email,
      subject: `${code} confirms your action in ${site.name}`,
      paragraphs: [
        'Enter this code in the page that asked for it:',
        `It ends at ${end}. If you did not ask for it, end your sessions on the Security page: somebody else uses one of them.`,
      ],
      code,
      foot,
    })
  }
  return composeMail({
    to: request.email,
    subject: `Sign in to ${site.name}`,
    paragraphs: [
      `Enter this code in the browser where you asked for it, or open the link in the same browser. Both work once, until ${end}.`,
      'If you did not ask for this mail, do nothing: it signs no one in by itself.',
    ],
    code,
    link: { text: 'Sign in', href: `${site.consoleUrl}/sign-in/finish?token=${linkToken(console.hash, id)}` },
    foot,
  })
}

/** Only who can get in is written to; the page says the same to everybody. */
async function mayReceive(console: Console, { email, kind }: SignInRequest, now: Date): Promise<boolean> {
  if (kind === 'step_up' || console.isSignUpOpen) return true
  return (await hasMembership(console.db, email)) || hasOpenInvitation(console.db, email, now)
}

/** A name that another person has chosen, without what a mail program would make a link of. */
function nameInMail(name: string): string {
  return name
    .replaceAll(/[/:@\\]|\.(?=\S)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

async function invitationMail(console: Console, site: MailSite, id: string, now: Date): Promise<Mail | null> {
  const invitation = await findOpenInvitation(console.db, { id }, now)
  if (invitation === null) return null
  return composeMail({
    to: invitation.email,
    subject: `You are invited to an account of ${site.name}`,
    paragraphs: [
      `The account "${nameInMail(invitation.accountName)}" invites you as ${invitation.role}.`,
      `The invitation works once, for this address alone, until ${minuteText(invitation.expires_at.toISOString())}.`,
    ],
    link: {
      text: 'See the invitation',
      href: `${site.consoleUrl}/join/${invitationToken(console.hash, id)}`,
    },
    foot: [`${site.name} at ${site.host}`, 'If you do not know this account, do nothing.'],
  })
}
