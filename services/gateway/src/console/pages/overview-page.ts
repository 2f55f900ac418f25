import type { CreditsBalance, Usage } from '@outturn/contracts'
import { badge, html, note, postForm, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { OwnAccount } from '../../store/console/person-store.ts'
import type { SignedIn } from '../sessions/serve-person.ts'
import { roleNames } from './console-page.ts'

export type Overview = {
  /** Null where it could not be read in time. */
  readonly usage: Usage | null
  readonly balance: CreditsBalance | null
  /** Further accounts of the person. */
  readonly others: readonly OwnAccount[]
  readonly hasKey: boolean
  readonly hasUsedKey: boolean
}

export function overviewContent(person: SignedIn, overview: Overview): ComponentChildren {
  const { usage, balance } = overview
  return [
    html`<div class="title"><div><h1>Overview</h1><p><bdi>${person.accountName}</bdi> in the last 30 days.</p></div></div>`,
    html`<div class="stack">
      ${usage === null || balance === null ? note('warn', html`Usage or credits could not be read. The rest of this page is current. <a href="/console">Try again</a>`) : null}
      <dl class="stats">${statsOf(overview)}</dl>
      ${stepsCard(person, overview)}
      ${overview.others.length === 0 ? null : othersCard(person, overview.others)}
    </div>`,
  ]
}

function statsOf({ usage, balance }: Overview): readonly VNode[] {
  const none = 'not known now'
  const rate = usage?.totals.pass_rate ?? null
  const passed = rate === null ? '–' : `${Math.round(100 * rate)} %`
  return [
    stat('Runs', usage === null ? none : String(usage.totals.totalRuns), 'verifications that ended'),
    stat('Passed', usage === null ? none : passed, 'of all runs'),
    stat('Credits', balance === null ? none : `${balance.available_usd} USD`, 'available'),
    stat(
      'Included',
      balance === null ? none : String(balance.allowance.verification.remaining),
      balance === null
        ? 'runs left this month'
        : `of ${balance.allowance.verification.limit} runs left this month`,
    ),
  ]
}

function stat(name: string, value: string, more: string): VNode {
  return html`<div><dt>${name}</dt><dd>${value}</dd><dd>${more}</dd></div>`
}

/** How often the script of the page looks for the next step, ms. */
const refreshMs = 3_000

/** From nothing to a first receipt; each step ticks off by itself. */
function stepsCard({ role }: SignedIn, { usage, hasKey, hasUsedKey }: Overview): VNode {
  const mayMake = role === 'owner' || role === 'developer'
  const hasRun = usage !== null && usage.totals.totalRuns > 0
  const steps = [
    {
      isDone: hasKey,
      title: 'Make a key',
      text: mayMake
        ? html`<a href="/console/keys/new">Make a key</a> for your program.`
        : 'An owner or a developer makes it.',
    },
    {
      // The use of a key is written behind the answer.
      isDone: hasUsedKey || hasRun,
      title: 'Send a request',
      text: 'The page of the new key has a command to paste into a terminal.',
    },
    {
      isDone: hasRun,
      title: 'See the receipt',
      text: html`A verification ends with a signed receipt; its link is in the answer. <a href="/console">Look again</a>`,
    },
  ]
  const isWhole = steps.every(({ isDone }) => isDone)
  return html`<section class="card" id="steps" aria-labelledby="steps-title" data-refresh=${isWhole ? undefined : refreshMs}><header><h2 id="steps-title">${
    isWhole ? 'Your account works' : 'Three steps to a first receipt'
  }</h2></header>
    <ol class="steps">${steps.map(
      ({ isDone, title, text }) =>
        html`<li><h3>${title} ${isDone ? badge('pass', 'done') : badge('neutral', 'to do')}</h3><p>${text}</p></li>`,
    )}</ol>
  </section>`
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
