import type { OutcomeIndex } from '@outturn/contracts'
import { card, columns, html, meter, note, pageShell, type Site, table, visibleText } from '@outturn/pages'
import type { VNode } from 'preact'

type Row = OutcomeIndex['rows'][number]

const path = '/outcome-index'

/** How verification runs ended, over all accounts: charts, and the same numbers as tables. */
export function outcomeIndexPage(site: Site, document: OutcomeIndex, asked?: string): VNode {
  const title = 'Outcome index'
  return pageShell({ title, site, description: 'How first verification runs ended, by kind of work.' }, [
    html`<div class="wrap stack hero plain">
      <h1>${title}</h1>
      <p class="lead">How the first verification of each agreement ended, by kind of work, over all accounts of ${site.name}.</p>
      ${document.window === null ? note('info', 'Nothing was published yet. A month is published 3 days after its end.') : published(document, document.window, asked)}
      ${methodCard(document)}
    </div>`,
  ])
}

function published(
  document: OutcomeIndex,
  window: NonNullable<OutcomeIndex['window']>,
  asked = window.from.slice(0, 7),
): VNode {
  const { rows, suppressed_cells: suppressed, dataset_digest: digest } = document
  const period = `${dayOf(window.from)} to ${lastDayOf(window.to)}`
  const left =
    suppressed === 0
      ? 'No row is left out.'
      : `Up to ${suppressed} rows are left out, for too few runs or accounts.`
  return html`<div class="stack">
    <p>${period} (UTC). ${left} <a href=${`${path}?period=${asked}&format=csv`}>CSV</a> <a href=${`${path}?period=${asked}&format=json`}>JSON</a></p>
    ${
      rows.length === 0
        ? note('info', 'No row of this period has enough runs of enough accounts to be shown.')
        : [runsCard(rows, period), sharesCard(rows, period)]
    }
    <p class="small quiet">Digest of this publication: <code>${digest}</code></p>
  </div>`
}

function runsCard(rows: readonly Row[], period: string): VNode {
  return card(
    { id: 'runs', title: 'Runs by kind of work' },
    columns({
      title: 'Runs',
      period,
      pointName: 'Kind of work',
      series: ['Runs'],
      totalName: 'Runs',
      smallestStep: 5,
      points: rows.map((row, index) => ({
        name: visibleText(nameOf(row)),
        tick: String(index + 1),
        values: [row.runs],
      })),
    }),
  )
}

function sharesCard(rows: readonly Row[], period: string): VNode {
  const number = (name: string) => ({ name, isNumber: true })
  return card({ id: 'outcomes', title: 'Outcomes' }, [
    table(
      `Outcomes of runs, ${period}`,
      [
        number('No.'),
        { name: 'Kind of work', isTitle: true },
        'Checkers',
        number('Runs'),
        'Passed',
        number('Pass'),
        number('Partial'),
        number('Fail'),
        number('Uncertain'),
        number('Units accepted'),
        number('Runs to the end'),
      ],
      rows.map((row, index) => [
        index + 1,
        html`<bdi dir="auto">${visibleText(row.deliverable_type)}</bdi>`,
        row.checkers.join(', ') || 'none',
        row.runs,
        meter(row.pass_bp / 100, false),
        percent(row.pass_bp),
        percent(row.partial_bp),
        percent(row.fail_bp),
        percent(row.uncertain_bp),
        row.unit_acceptance_bp === null ? '–' : percent(row.unit_acceptance_bp),
        row.median_runs_to_terminal ?? '–',
      ]),
      { isCaptionShown: false },
    ),
  ])
}

function methodCard({ min_cell: minCell }: OutcomeIndex): VNode {
  return card(
    { id: 'method', title: 'How it is made' },
    html`<ul>
      <li>Each agreement counts once, by its first run. Trials in the sandbox do not count.</li>
      <li>A row is shown if it has at least ${minCell} runs of at least three accounts, and neither one nor two accounts dominate it.</li>
      <li>Counts are rounded to multiples of 5 at random before shares are computed, so that no single run can be read from them. This bounds what can be learned; it is not differential privacy.</li>
      <li>Each month is published once, 3 days after its end, and never changed. Accounts may opt out.</li>
    </ul>`,
  )
}

function nameOf({ deliverable_type: type, checkers }: Row): string {
  return checkers.length === 0 ? type : `${type} (${checkers.join(', ')})`
}

function percent(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(basisPoints % 100 === 0 ? 0 : 2)} %`
}

function dayOf(instant: string): string {
  return instant.slice(0, 10)
}

function lastDayOf(end: string): string {
  return dayOf(new Date(Date.parse(end) - 1).toISOString())
}
