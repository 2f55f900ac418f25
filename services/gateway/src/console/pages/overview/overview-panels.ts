import type { ErrorCode, ListedDispute, ListedSpool, UsageReport } from '@outturn/contracts'
import { card, html, minuteText, note, table } from '@outturn/pages'
import type { VNode } from 'preact'
import type { RefusalCount } from '../../../store/request-store.ts'
import { disputeListPath } from '../disputes/dispute-list-path.ts'
import { nextText } from '../spools/list-words.ts'
import { spoolTable } from '../spools/spool-list-page.ts'
import { keyCell, type KeyNames } from '../money/keys/key-names.ts'

type RunTotals = Pick<UsageReport['totals'], 'runs' | 'passed' | 'partial' | 'failed' | 'undecided'> & {
  readonly earnedMicros: bigint
}

/** Sums of the days of one month, such as `2026-11`. */
export function totalsOfMonth(days: UsageReport['days'], month: string): RunTotals {
  const ofMonth = days.filter(({ date }) => date.startsWith(month))
  const sum = (of: (day: UsageReport['days'][number]) => number) =>
    ofMonth.reduce((total, day) => total + of(day), 0)
  return {
    runs: sum(({ runs }) => runs),
    passed: sum(({ passed }) => passed),
    partial: sum(({ partial }) => partial),
    failed: sum(({ failed }) => failed),
    undecided: sum(({ undecided }) => undecided),
    earnedMicros: ofMonth.reduce((total, { earnedMicros }) => total + BigInt(earnedMicros), 0n),
  }
}

/** Share of the runs that passed, to a tenth of a percent; it is 100 only where all did, and 0 only where none did. */
export function passRate({ runs, passed }: Pick<RunTotals, 'runs' | 'passed'>): string {
  if (runs === 0) return '–'
  if (passed === 0 || passed === runs) return passed === 0 ? '0 %' : '100 %'
  const tenths = Math.min(999, Math.max(1, Math.round((1_000 * passed) / runs)))
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`
}

/** Spools whose next step is the account's; null where they could not be read. */
export function waitingCard(spools: readonly ListedSpool[] | null, hasMore: boolean): VNode {
  const heading = { id: 'waiting', title: 'Waiting for you' }
  if (spools === null) return card(heading, unread('What waits for you'))
  if (spools.length === 0) {
    return card(heading, html`<p class="small quiet">No Spool waits for you.</p>`)
  }
  const aside = html`<span class="small quiet">${spools.length}${hasMore ? ' or more' : ''}</span>`
  return card({ ...heading, aside }, [
    spools.map(
      (spool) => html`<div class="act">
        <div><p class="strong"><bdi dir="auto">${spool.title}</bdi></p><p class="quiet small"><bdi dir="auto">${nextText(spool)}</bdi></p></div>
        <a class="btn" href=${`/console/spools/${spool.id}`}>Open<span class="vh"> ${spool.title}</span></a>
      </div>`,
    ),
    hasMore
      ? html`<p class="small"><a href="/console/spools?state=waiting">See all that wait for you</a></p>`
      : null,
  ])
}

/** Disputes that are open, whose deadline passes without an answer; null where they could not be read. Nothing is shown where there is none. */
export function disputesCard(disputes: readonly ListedDispute[] | null): VNode | null {
  if (disputes?.length === 0) return null
  const aside = html`<a class="small" href=${`${disputeListPath}?state=open`}>All open disputes</a>`
  const heading = { id: 'open-disputes', title: 'Open disputes', aside }
  if (disputes === null) return card(heading, unread('The open disputes'))
  return card(
    heading,
    disputes.map(
      ({ id, spoolTitle, openedBy, side, otherParty, deadline, holdsSettlement }) => html`<div class="act">
        <div>
          <p class="strong"><bdi dir="auto">${spoolTitle}</bdi></p>
          <p class="quiet small">Opened by ${openedBy === side ? 'you' : html`<bdi dir="auto">${otherParty}</bdi>`}, until <time dateTime=${deadline}>${minuteText(deadline)}</time>${holdsSettlement ? '. It holds the money' : ''}.</p>
        </div>
        <a class="btn" href=${`${disputeListPath}/${id}`}>Open<span class="vh"> the dispute of ${spoolTitle}</span></a>
      </div>`,
    ),
  )
}

/** The newest Spools of the account; null where they could not be read. */
export function latestCard(spools: readonly ListedSpool[] | null): VNode | null {
  const heading = {
    id: 'latest-spools',
    title: 'Latest Spools',
    aside: html`<a class="small" href="/console/spools">All Spools</a>`,
  }
  if (spools === null) return card(heading, unread('The latest Spools'))
  return spools.length === 0 ? null : card(heading, spoolTable(spools))
}

/** Refused requests of the last 24 hours by error and key; null where they could not be read. */
export function refusalCard(counts: readonly RefusalCount[] | null, names: KeyNames): VNode {
  const heading = {
    id: 'refused',
    title: 'Refused requests, last 24 hours',
    aside: html`<a class="small" href="/console/requests">Request log</a>`,
  }
  if (counts === null) return card(heading, unread('The request log'))
  if (counts.length === 0) return card(heading, html`<p class="small quiet">No request was refused.</p>`)
  return card(
    heading,
    table(
      'Refused requests by error code',
      [{ name: 'Error', isTitle: true }, 'Key', { name: 'Times', isNumber: true }],
      counts.map(({ code, keyId, times }) => [
        html`<a class="main mono small" href=${logAddress(code, keyId)}>${code}</a>`,
        keyCell(keyId, names, false),
        times,
      ]),
      { isCaptionShown: false },
    ),
  )
}

function logAddress(code: ErrorCode, keyId: string): string {
  return `/console/requests?${new URLSearchParams({ code, key: keyId }).toString()}`
}

function unread(what: string): VNode {
  return note(
    'warn',
    html`${what} could not be read. The rest of this page is current. <a href="/console">Try again</a>`,
  )
}
