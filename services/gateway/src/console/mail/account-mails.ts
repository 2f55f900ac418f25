import { balanceLow, keyCapNear, statementClosed } from '@outturn/contracts'
import { composeMail, type Mail, oneLine } from '@outturn/mail'
import { usdText } from '@outturn/pages'
import { findNotice } from '../../store/console/account-notice-store.ts'
import { listKeysOf } from '../../store/key-store.ts'
import type { Console } from '../console.ts'
import { monthText } from '../pages/money/period/month.ts'
import type { MailSite } from './mail-site.ts'

type Words = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link: { readonly text: string; readonly path: string }
}

/** What a mail is made of beside its facts. Names are in one line each: they are not written by us. */
type About = {
  readonly account: string
  readonly site: string
  readonly keyName: (keyId: string) => Promise<string>
}

const usd = (micros: string) => `${usdText(BigInt(micros))} USD`

const words = {
  async balance_low(facts: unknown, { account, site }: About): Promise<Words> {
    const { availableMicros, thresholdMicros } = balanceLow.payload.omit({ accountId: true }).parse(facts)
    return {
      subject: `Your ${site} balance is below ${usd(thresholdMicros)}`,
      paragraphs: [
        `The account "${account}" has ${usd(availableMicros)} of credits left, less than its threshold of ${usd(thresholdMicros)}.`,
        'When the credits and the included runs are used up, runs are refused. Buy credits, or change the threshold, on the Credits page.',
      ],
      link: { text: 'Open Credits', path: '/console/credits' },
    }
  },
  async statement_closed(facts: unknown, { account, site }: About): Promise<Words> {
    const { month, number, chargedMicros, closingMicros } = statementClosed.payload
      .omit({ accountId: true })
      .parse(facts)
    return {
      subject: `${site} statement for ${monthText(month)}`,
      paragraphs: [
        `${monthText(month)} is closed for the account "${account}": ${usd(chargedMicros)} were charged, and the balance is ${usd(closingMicros)}.`,
        `The statement ${number} can be downloaded as PDF and CSV. It does not change any more.`,
      ],
      link: { text: `Statement, ${monthText(month)}`, path: `/console/statements/${month}` },
    }
  },
  async key_cap_near(facts: unknown, { account, keyName }: About): Promise<Words> {
    const { keyId, percent, capMicros, usedMicros } = keyCapNear.payload
      .omit({ accountId: true })
      .parse(facts)
    const name = await keyName(keyId)
    const isReached = percent === 100
    const isUsedUp = BigInt(usedMicros) >= BigInt(capMicros)
    return {
      subject: isReached
        ? `${name} has ${isUsedUp ? 'reached its monthly cap' : 'less of its monthly cap left than a run costs'}`
        : `${name} has used 80 % of its monthly cap`,
      paragraphs: [
        `The key "${name}" of the account "${account}" has used ${usd(usedMicros)} of its cap of ${usd(capMicros)} this month.`,
        isReached
          ? 'Its runs that cost credits are refused until the 1st of next month (UTC), or until the cap is raised.'
          : 'At the cap, its runs that cost credits are refused until the 1st of next month (UTC).',
      ],
      link: { text: 'Open the key', path: `/console/keys/${keyId}` },
    }
  },
}

type Notice = (console: Pick<Console, 'db'>, site: MailSite, subjectId: string) => Promise<Mail | null>

/** Mails about the money of an account, by the kind of the queued mail. Their subject is the notice and the person. */
export const accountMails: Readonly<Record<string, Notice>> = {
  balance_low: (...to) => accountMail('balance_low', ...to),
  statement_closed: (...to) => accountMail('statement_closed', ...to),
  key_cap_near: (...to) => accountMail('key_cap_near', ...to),
}

async function accountMail(kind: keyof typeof words, ...[{ db }, site, subjectId]: Parameters<Notice>) {
  const [id = '', personId = ''] = subjectId.split('/')
  const notice = await findNotice(db, id, personId)
  if (notice === null) return null
  const { link, ...said } = await words[kind](notice.facts, {
    account: oneLine(notice.accountName),
    site: site.name,
    keyName: async (keyId) => {
      const key = (await listKeysOf(db, notice.accountId)).find((each) => each.id === keyId)
      const name = oneLine(key?.label ?? '')
      return name === '' ? keyId : name
    },
  })
  return composeMail({
    to: notice.email,
    ...said,
    link: { text: link.text, href: site.consoleUrl + link.path },
    foot: [
      `${site.name} at ${site.host}`,
      'You get this mail because you are an owner or a billing person of the account.',
    ],
  })
}
