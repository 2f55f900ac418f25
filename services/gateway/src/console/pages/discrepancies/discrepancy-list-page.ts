import type {
  CommandOutput,
  DiscrepancyView,
  ListedDiscrepancy,
  listOpenDiscrepancies,
  SpoolView,
} from '@outturn/contracts'
import { card, html, minuteText, pager, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { partyName, spoolPath } from '../spools/spool-view.ts'
import { discrepancyListPath, kindNames, stateBadge } from './discrepancy-words.ts'

/** The open discrepancies of an account, over all its Spools. */
export function discrepancyListContent({
  data,
  nextCursor,
}: CommandOutput<typeof listOpenDiscrepancies>): ComponentChildren {
  return [
    html`<div class="title"><div><h1>Open discrepancies</h1><p>Where claims, facts and deliveries differ, and what waits for it.</p></div></div>`,
    html`<section class="card" aria-label="Open discrepancies">
      ${data.length === 0 ? emptyState() : listTable(data)}
      ${nextCursor === null ? null : pager('', { href: `${discrepancyListPath}?after=${nextCursor}`, text: 'Earlier ones' })}
    </section>`,
  ]
}

function listTable(rows: readonly ListedDiscrepancy[]): VNode {
  return table(
    'Open discrepancies',
    [{ name: 'Discrepancy', isTitle: true }, 'Opened by', 'State', 'Waits for', 'Blocks until'],
    rows.map((row) => [
      html`<span><a class="main" href=${`${discrepancyListPath}/${row.id}`}>${kindNames[row.kind]}</a>${aboutOf(row)}<span class="sub"><bdi dir="auto">${row.spoolTitle}</bdi></span><span class="sub mono">${row.id}</span></span>`,
      nameOf(row, row.openedBy),
      stateBadge('open', row.severity),
      row.awaiting === null ? '–' : nameOf(row, row.awaiting),
      row.lapsesAt === null ? '–' : html`<time dateTime=${row.lapsesAt}>${minuteText(row.lapsesAt)}</time>`,
    ]),
    { isCaptionShown: false },
  )
}

/** What a difference that a match found is about. */
function aboutOf({ subject, predicate }: ListedDiscrepancy): VNode | null {
  if (subject === undefined || predicate === undefined) return null
  return html`<span class="sub"><bdi dir="auto">${predicate}</bdi> of <bdi dir="auto">${subject}</bdi></span>`
}

function nameOf(
  { side, otherParty }: ListedDiscrepancy,
  who: ListedDiscrepancy['openedBy'],
): ComponentChildren {
  if (who === 'service') return 'A match'
  return who === side ? 'You' : html`<bdi dir="auto">${otherParty}</bdi>`
}

function emptyState(): VNode {
  return html`<div class="empty"><h2>No discrepancy is open</h2><p class="quiet">A match opens them where claims and facts differ, and each party can open one from a Spool. One that blocks holds the money until both parties close it.</p><a class="btn" href="/console/spools">See the Spools</a></div>`
}

/** The open discrepancies of one Spool, as a card of its page; null where there is none. */
export function spoolDiscrepancies(
  spool: SpoolView,
  open: readonly DiscrepancyView[] | null | undefined,
): VNode | null {
  if (spool.open_discrepancies === 0) return null
  const more = spool.open_discrepancies - (open?.length ?? 0)
  return card({ id: 'discrepancies', title: 'Open discrepancies' }, [
    open === null || open === undefined
      ? html`<p class="quiet">They could not be read. The rest of this page is current.</p>`
      : table(
          'Open discrepancies, newest first',
          [{ name: 'Discrepancy', isTitle: true }, 'Opened by', 'State', 'Waits for'],
          open.map((each) => [
            html`<span><a class="main" href=${`${discrepancyListPath}/${each.id}`}>${kindNames[each.kind]}</a><span class="sub"><bdi dir="auto">${each.description}</bdi></span></span>`,
            each.opened_by === 'service'
              ? 'A match'
              : html`<bdi dir="auto">${partyName(spool, each.opened_by)}</bdi>`,
            stateBadge(each.status, each.severity),
            each.awaiting === null ? '–' : html`<bdi dir="auto">${partyName(spool, each.awaiting)}</bdi>`,
          ]),
          { isCaptionShown: false },
        ),
    more > 0 && open
      ? html`<p class="quiet">And ${more} more: <a href=${discrepancyListPath}>see all that are open</a>.</p>`
      : null,
  ])
}

/** Where a discrepancy of a Spool is opened. */
export function newDiscrepancyPath(spoolId: string): string {
  return `${spoolPath(spoolId)}/discrepancy`
}
