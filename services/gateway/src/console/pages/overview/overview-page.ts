import type { CreditsBalance, KeyCap, ListedDispute, ListedSpool, UsageReport } from '@outturn/contracts'
import { type Figure, figureRow, html, note, postForm, table, usdText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { OwnAccount } from '../../../store/console/person-store.ts'
import type { FailedMail } from '../../../store/console/notice-store.ts'
import type { RefusalCount } from '../../../store/request-store.ts'
import type { SignedIn } from '../../sessions/serve-person.ts'
import { roleNames } from '../console-page.ts'
import { capWarnings } from '../money/keys/key-cap.ts'
import type { KeyNames } from '../money/keys/key-names.ts'
import { monthOf, monthText } from '../money/period/month.ts'
import { runsByDayCard } from '../money/run-charts.ts'
import { creditFigure } from '../money/usage-page.ts'
import {
  disputesCard,
  latestCard,
  passRate,
  refusalCard,
  totalsOfMonth,
  waitingCard,
} from './overview-panels.ts'
import { failedMailNote } from './failed-mail-note.ts'
import { type Progress, stepsCard } from './steps-card.ts'

export type Overview = {
  /** Usage until today, of this month and some before it. Each panel is null where it could not be read in time. */
  readonly report: UsageReport | null
  readonly balance: CreditsBalance | null
  readonly caps: readonly KeyCap[] | null
  /** Absent for a role that sees none. */
  readonly waiting?: { readonly spools: readonly ListedSpool[] | null; readonly hasMore: boolean }
  readonly disputes?: readonly ListedDispute[] | null
  readonly latest?: readonly ListedSpool[] | null
  readonly refused?: readonly RefusalCount[] | null
  /** Further accounts of the person. */
  readonly others: readonly OwnAccount[]
  readonly progress: Progress
  readonly names: KeyNames
  /** Day on which the account was opened. */
  readonly openedOn: string
  readonly opensKeys: boolean
  readonly failedMails: readonly FailedMail[]
  readonly now: Date
}

/** How the account stands this month, what waits for the person, and what to do first. */
export function overviewContent(person: SignedIn, overview: Overview): ComponentChildren {
  const { report, balance, caps, waiting, refused, progress, names, opensKeys, now } = overview
  const month = monthOf(now)
  const mayMake = person.role === 'owner' || person.role === 'developer'
  const steps = stepsCard(person, progress)
  return [
    html`<div class="title">
      <div><h1>Overview</h1><p><bdi>${person.accountName}</bdi> in ${monthText(month)}, until today ${now.toISOString().slice(11, 16)} UTC. Amounts are US dollars.</p></div>
      <div class="row"><a class="btn" href="/console/usage">Usage</a>${mayMake ? html`<a class="btn go" href="/console/keys/new">New key</a>` : null}</div>
    </div>`,
    html`<div class="stack">
      ${report === null || balance === null ? note('warn', html`Usage or credits could not be read. The rest of this page is current. <a href="/console">Try again</a>`) : null}
      ${failedMailNote(overview.failedMails)}
      ${progress.hasRun ? null : steps}
      ${figureRow(figures(overview, month))}
      ${caps === null ? null : capWarnings(caps, { names, opensKeys, now })}
      ${report === null ? null : runsCard(overview, report, month)}
      ${waiting === undefined && refused === undefined ? null : html`<div class="cols two">${waiting === undefined ? null : waitingCard(waiting.spools, waiting.hasMore)}${refused === undefined ? null : refusalCard(refused, names)}</div>`}
      ${overview.disputes === undefined ? null : disputesCard(overview.disputes)}
      ${overview.latest === undefined ? null : latestCard(overview.latest)}
      ${progress.hasRun ? steps : null}
      ${overview.others.length === 0 ? null : othersCard(person, overview.others)}
    </div>`,
  ]
}

function figures({ report, balance }: Overview, month: string): readonly Figure[] {
  if (report === null) {
    const unread = { value: '–', more: 'could not be read now' }
    return [
      { name: 'Verification runs', ...unread },
      { name: 'Pass rate', ...unread },
      { name: 'Earned by sellers, USD', ...unread },
      creditFigure(balance),
    ]
  }
  const { runs, passed, partial, failed, undecided, earnedMicros } = totalsOfMonth(report.days, month)
  return [
    { name: 'Verification runs', value: runs, more: `${passed} passed` },
    {
      name: 'Pass rate',
      value: passRate({ runs, passed }),
      more: `${partial} partly passed, ${failed} failed, ${undecided} undecided`,
    },
    {
      name: 'Earned by sellers, USD',
      value: usdText(earnedMicros),
      more: 'determined, not necessarily paid',
    },
    creditFigure(balance),
  ]
}

function runsCard({ openedOn }: Overview, { days }: UsageReport, month: string): VNode | null {
  const ofMonth = days.filter(({ date }) => date.startsWith(month))
  return runsByDayCard(ofMonth, { knownFrom: openedOn, text: monthText(month) })
}

function othersCard(person: SignedIn, others: readonly OwnAccount[]): VNode {
  const path = '/console/account'
  return html`<div class="card">${table(
    'Your other accounts',
    ['Account', 'Role', 'Open'],
    others.map(({ accountId, name, role }) => [
      html`<bdi>${name}</bdi>`,
      roleNames[role],
      postForm(
        { action: path, token: person.formToken(path), hidden: { account: accountId } },
        html`<button class="btn" type="submit">Open<span class="vh"> ${name}</span></button>`,
      ),
    ]),
  )}</div>`
}
