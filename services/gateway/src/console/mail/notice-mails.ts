import { composeMail, type Mail, oneLine } from '@outturn/mail'
import { minuteText } from '@outturn/pages'
import { findEndingKey } from '../../store/key-store.ts'
import { findPerson } from '../../store/console/person-store.ts'
import { findChain } from '../../store/console/session-store.ts'
import type { Console } from '../console.ts'
import type { MailSite } from './mail-site.ts'

type Notice = (console: Console, site: MailSite, subjectId: string, now: Date) => Promise<Mail | null>

/** Mails that tell a person of something that they may not have done, by the kind of the queued mail. */
export const noticeMails: Readonly<Record<string, Notice>> = {
  was_it_you: (console, site, personId) =>
    securityMail(console, site, personId, {
      subject: `Somebody tried to sign in to ${site.name} as you`,
      paragraphs: [
        'Wrong codes or passkeys were used with your address. They signed no one in.',
        'If it was you, do nothing: ask for a new code. If it was not, your account is safe; the Security page shows where you are signed in.',
      ],
    }),
  passkey_added: (console, site, personId) =>
    securityMail(console, site, personId, {
      subject: `A passkey was added to your sign-in to ${site.name}`,
      paragraphs: [
        'The holder of its device can sign in as you.',
        'If you did not add it, remove it on the Security page and end all other sessions there.',
      ],
    }),
  passkey_removed: (console, site, personId) =>
    securityMail(console, site, personId, {
      subject: `A passkey was removed from your sign-in to ${site.name}`,
      paragraphs: [
        'It signs no one in any more. If you did not remove it, end all other sessions on the Security page.',
      ],
    }),
  new_place: newPlaceMail,
  key_ends: keyEndsMail,
}

async function newPlaceMail(console: Console, site: MailSite, chainId: string): Promise<Mail | null> {
  const session = await findChain(console.db, chainId)
  if (session === null) return null
  return securityMail(console, site, session.person_id, {
    subject: `New sign-in to ${site.name}`,
    paragraphs: [
      `You signed in from a network that you have not used before: ${session.address_prefix}, ${minuteText(session.signed_in_at.toISOString())}.`,
      'If it was not you, end that session on the Security page.',
    ],
  })
}

async function keyEndsMail(
  { db }: Console,
  site: MailSite,
  subjectId: string,
  now: Date,
): Promise<Mail | null> {
  const [keyId = '', personId = ''] = subjectId.split(' ')
  const key = await findEndingKey(db, { keyId, personId, now })
  if (key === null) return null
  const name = key.label === '' ? key.display : `${oneLine(key.label)} (${key.display})`
  return composeMail({
    to: key.email,
    subject: `An API key of ${key.accountName} ends soon`,
    paragraphs: [
      `The key ${name} ends on ${minuteText(key.expiresAt.toISOString())}. Requests with it are refused from then on.`,
      'Make a new key, give it to the program that uses this one, and revoke this one. If nothing uses it, do nothing.',
    ],
    link: { text: 'API keys', href: `${site.consoleUrl}/console/keys` },
    foot: [`${site.name} at ${site.host}`, 'You get this mail because you may make keys of the account.'],
  })
}

type Words = { readonly subject: string; readonly paragraphs: readonly string[] }

async function securityMail(
  console: Console,
  site: MailSite,
  personId: string,
  words: Words,
): Promise<Mail | null> {
  const person = await findPerson(console.db, personId)
  if (person === null) return null
  return composeMail({
    to: person.email,
    ...words,
    link: { text: 'Security', href: `${site.consoleUrl}/console/security` },
    foot: [
      `${site.name} at ${site.host}`,
      'We never ask for a password, and never ask you to tell us a code.',
    ],
  })
}
