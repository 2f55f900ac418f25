import type { CreditsBalance, KeyCap, UsageReport } from '@outturn/contracts'
import { figureRow, html, note, table, tabs, usdText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { capUse } from './keys/key-cap.ts'
import { keyCell, restCell, type KeyNames } from './keys/key-names.ts'
import { monthBefore, monthName, monthOf } from './period/month.ts'
import { chargedByDayCard, runsByDayCard } from './run-charts.ts'
import { periodAddress, periodLinks, spanText, type UsagePeriod } from './period/usage-period.ts'

export type UsagePage = {
  readonly period: UsagePeriod
  /** Null where billing did not answer in time. */
  readonly report: UsageReport | null
  readonly balance: CreditsBalance | null
  /** Absent for a role that sees no caps. */
  readonly caps?: readonly KeyCap[] | null
  readonly names: KeyNames
  /** Day on which the account was opened. */
  readonly openedOn: string
  /** Whether the person may open the pages of keys. */
  readonly opensKeys: boolean
  readonly now: Date
}

const path = '/console/usage'

/** What an account used in a period and what it was charged, as sums of ledger entries. */
export function usageContent(page: UsagePage): ComponentChildren {
  const { report, period, now } = page
  return [
    html`<div class="title">
      <div><h1>Usage</h1><p>${spanText(period)}. Each amount is the sum of ledger entries, so the totals equal the ledger.</p></div>
      <div class="row"><a class="btn" href=${`${path}.csv?from=${period.from}&to=${period.to}`}>Download CSV</a></div>
    </div>`,
    tabs('Period', periodLinks(path, period.name, now), periodAddress(path, period.name, now)),
    html`<div class="stack">${
      report === null
        ? note(
            'warn',
            html`Usage could not be read. <a href=${periodAddress(path, period.name, now)}>Try again</a>`,
          )
        : reportParts(page, report)
    }</div>`,
  ]
}

function reportParts(page: UsagePage, report: UsageReport): ComponentChildren {
  const { totals, days } = report
  if (totals.runs === 0 && totals.compilations === 0) return emptyState(page)
  const chart = { knownFrom: page.openedOn, text: page.period.text }
  const paid = BigInt(totals.paidMicros)
  return [
    figureRow(totalFigures(totals, page.balance)),
    runsByDayCard(days, chart),
    chargedByDayCard(days, chart),
    keyCard(page, report),
    useCaseCard(report),
    html`<p class="small quiet">Earned is the value that the verdicts determined; it is not a charge.${
      totals.compilations === 0
        ? ''
        : ` Compilations have no use case: their ${usd(totals.compilationMicros)} USD are in no row of the last table.`
    }${paid === 0n ? '' : ` ${usdText(paid)} USD were paid for single runs with x402, beside the credits.`}</p>`,
  ]
}

function emptyState({ period, now }: UsagePage): VNode {
  const before = monthBefore(monthOf(now))
  return html`<div class="card empty"><h2>Nothing ran in this period</h2>
    <p class="quiet">A verification run or a compilation of plain text appears here when it has ended.</p>
    ${
      period.name === before
        ? html`<a class="btn" href=${path}>See this month</a>`
        : html`<a class="btn" href=${periodAddress(path, before, now)}>See ${monthName(before)}</a>`
    }
  </div>`
}

function totalFigures(totals: UsageReport['totals'], balance: CreditsBalance | null) {
  return [
    { name: 'Runs', value: totals.runs, more: `${totals.included} covered by the allowance` },
    {
      name: 'Compilations',
      value: totals.compilations,
      more: `${totals.includedCompilations} covered by the allowance`,
    },
    {
      name: 'Charged, USD',
      value: usd(totals.chargedMicros),
      more: `${usd(totals.runMicros)} runs, ${usd(totals.compilationMicros)} compilations`,
    },
    creditFigure(balance),
  ]
}

/** Credits that are left, beside what else a page counts. */
export function creditFigure(balance: CreditsBalance | null) {
  return balance === null
    ? { name: 'Credits available, USD', value: '–', more: 'could not be read now' }
    : {
        name: 'Credits available, USD',
        value: usd(balance.available_micros),
        more: `${usd(balance.held_micros)} held for runs in progress`,
      }
}

function keyCard({ period, now, names, opensKeys, caps }: UsagePage, { keys, totals }: UsageReport): VNode {
  const capOf = new Map((caps ?? []).map((cap) => [cap.keyId, cap]))
  const hasCaps = caps !== undefined && period.name === monthOf(now)
  return html`<section class="card flush" id="by-key" aria-labelledby="by-key-title">
    <header><h2 id="by-key-title">By key</h2>${hasCaps ? html`<span class="small quiet">A cap refuses runs until the 1st of the next month</span>` : null}</header>
    ${table(
      'Usage by key',
      [
        { name: 'Key', isTitle: true },
        ...['Runs', 'Compilations', 'Charged, USD'].map(numeric),
        ...(hasCaps ? [numeric('Cap, USD'), 'Used of the cap'] : []),
      ],
      keys.map((each) => {
        const cap = each.keyId === null ? undefined : capOf.get(each.keyId)
        const capCells =
          cap === undefined
            ? [caps === null ? 'not known now' : 'none', null]
            : [usd(cap.capMicros), capUse(cap)]
        return [
          each.isRest ? restCell('keys') : keyCell(each.keyId, names, opensKeys),
          each.runs,
          each.compilations,
          usd(each.chargedMicros),
          ...(hasCaps ? capCells : []),
        ]
      }),
      {
        isCaptionShown: false,
        isFlush: true,
        foot: [
          'All keys',
          totals.runs,
          totals.compilations,
          usd(totals.chargedMicros),
          ...(hasCaps ? [null, null] : []),
        ],
      },
    )}
  </section>`
}

function useCaseCard({ useCases, totals }: UsageReport): VNode {
  const cells = (
    each: Pick<
      UsageReport['totals'],
      'runs' | 'passed' | 'partial' | 'failed' | 'undecided' | 'earnedMicros' | 'runMicros'
    >,
  ) => [
    each.runs,
    each.passed,
    each.partial,
    each.failed,
    each.undecided,
    usd(each.earnedMicros),
    usd(each.runMicros),
  ]
  return html`<section class="card flush" id="by-use-case" aria-labelledby="by-use-case-title">
    <header><h2 id="by-use-case-title">By use case</h2><span class="small quiet">the type of the Spool</span></header>
    ${table(
      'Usage by use case',
      [
        { name: 'Use case', isTitle: true },
        ...['Runs', 'Passed', 'Partly', 'Failed', 'Undecided', 'Earned, USD', 'Charged, USD'].map(numeric),
      ],
      useCases.map((each) => [
        each.useCase === null ? restCell('use cases') : html`<bdi class="strong">${each.useCase}</bdi>`,
        ...cells(each),
      ]),
      { isCaptionShown: false, isFlush: true, foot: ['All', ...cells(totals)] },
    )}
  </section>`
}

function numeric(name: string) {
  return { name, isNumber: true }
}

function usd(micros: string): string {
  return usdText(BigInt(micros))
}
