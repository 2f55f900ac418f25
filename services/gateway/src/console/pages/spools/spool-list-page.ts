import { randomUUID } from 'node:crypto'
import type { CommandOutput, ListedSpool, listAccountSpools } from '@outturn/contracts'
import { codeBlock, filterBar, html, icon, minuteText, pager, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { centsText, nextText, stateBadge, stateNames } from './list-words.ts'

/** What the address of the list asks for; an empty text is no filter. */
export type SpoolListQuery = {
  readonly state: string
  readonly party: string
  readonly from: string
  readonly to: string
}

export type SpoolListView = {
  readonly found: CommandOutput<typeof listAccountSpools>
  readonly query: SpoolListQuery
  /** Whether this is not the first page. */
  readonly isLaterPage: boolean
  readonly mayCreate: boolean
  readonly publicUrl: string
}

export const spoolListPath = '/console/spools'

export function spoolListContent(view: SpoolListView): ComponentChildren {
  const { found, query, mayCreate } = view
  const { data, nextCursor } = found
  return [
    html`<div class="title">
      <div><h1>Spools</h1><p>Each agreement, what was delivered under it, and what it earned.</p></div>
      <div class="row">
        <a class="btn" href=${addressOf(query, {}, `${spoolListPath}.csv`)}>${icon('download')}CSV</a>
        ${mayCreate ? html`<a class="btn go" href="/console/spools/new">${icon('plus')}New Spool</a>` : null}
      </div>
    </div>`,
    html`<section class="card" aria-label="Spools">
      ${filterBar({
        action: spoolListPath,
        fields: [
          {
            kind: 'choice',
            name: 'state',
            label: 'State',
            value: query.state,
            options: { '': 'Any', waiting: 'Waiting for me', ...stateNames },
          },
          { kind: 'text', name: 'party', label: 'Party', value: query.party, hint: 'Name or account' },
          { kind: 'date', name: 'from', label: 'Created from', value: query.from },
          { kind: 'date', name: 'to', label: 'Created to', value: query.to },
        ],
        summary: summaryOf(query),
        clears: clearsOf(query),
      })}
      ${data.length === 0 ? emptyState(view) : spoolTable(data)}
      ${
        nextCursor === null && data.length === 0
          ? null
          : pager(
              data.length === 0
                ? ''
                : `${data.length} ${data.length === 1 ? 'Spool' : 'Spools'}, newest first`,
              nextCursor === null
                ? null
                : {
                    href: addressOf(query, { after: nextCursor }),
                    text: data.length === 0 ? 'Search earlier Spools' : 'Earlier Spools',
                  },
            )
      }
    </section>`,
  ]
}

/** Spools in rows, as every list of them shows them. */
export function spoolTable(rows: readonly ListedSpool[]): VNode {
  return table(
    'Spools',
    [
      { name: 'Spool', isTitle: true },
      'Other party',
      'State',
      { name: 'Value, USD', isNumber: true },
      { name: 'Earned, USD', isNumber: true },
      'Next',
      { name: 'Changed, UTC', isNumber: true },
    ],
    rows.map((row) => {
      const other = row.side === 'buyer' ? row.provider : row.buyer
      return [
        html`<span><a class="main" href=${`${spoolListPath}/${row.id}`}><bdi dir="auto">${row.title}</bdi></a><span class="sub mono">${shortId(row.id)}</span></span>`,
        html`<span><bdi dir="auto">${other.name}</bdi><span class="sub">${row.side === 'buyer' ? 'seller' : 'buyer'}, ${kindNames[other.kind]}</span></span>`,
        stateBadge(row),
        centsText(row.amountCents),
        row.earnedCents === null ? html`<span class="quiet">–</span>` : centsText(row.earnedCents),
        html`<bdi dir="auto">${nextText(row)}</bdi>`,
        html`<time dateTime=${row.updatedAt}>${minuteText(row.updatedAt).replace(/ UTC$/, '')}</time>`,
      ]
    }),
    { isCaptionShown: false },
  )
}

const kindNames: Readonly<Record<ListedSpool['buyer']['kind'], string>> = {
  human: 'person',
  agent: 'agent',
  org: 'organization',
  service: 'service',
}

/** `spl_181581f5…4703`. */
function shortId(id: string): string {
  return `${id.slice(0, 12)}…${id.slice(-4)}`
}

function isFiltered({ state, party, from, to }: SpoolListQuery): boolean {
  return state !== '' || party !== '' || from !== '' || to !== ''
}

/** What the list shows: `Passed Spools with “Lead”, created since 1 Nov 2026`. */
function summaryOf({ state, party, from, to }: SpoolListQuery): ComponentChildren {
  const name = state === 'waiting' ? 'waiting for you' : state === '' ? '' : stateName(state).toLowerCase()
  const words = [
    name === '' ? 'All Spools' : state === 'waiting' ? `Spools ${name}` : `Spools that are ${name}`,
    ...(from === '' ? [] : [`created since ${dayText(from)}`]),
    ...(to === '' ? [] : [`${from === '' ? 'created ' : ''}until ${dayText(to)}`]),
  ].join(', ')
  return party === '' ? words : html`${words}, with <bdi dir="auto">“${party}”</bdi>`
}

function stateName(state: string): string {
  return (stateNames as Readonly<Record<string, string>>)[state] ?? state
}

function dayText(day: string): string {
  return minuteText(`${day}T00:00:00.000Z`).split(',', 1)[0] ?? day
}

function clearsOf(query: SpoolListQuery) {
  const { state, party, from, to } = query
  return [
    ...(state === '' ? [] : [{ href: addressOf(query, { state: '' }), text: 'Clear the state' }]),
    ...(party === '' ? [] : [{ href: addressOf(query, { party: '' }), text: 'Clear the party' }]),
    ...(from === '' && to === ''
      ? []
      : [{ href: addressOf(query, { from: '', to: '' }), text: 'Clear the dates' }]),
  ]
}

/** The address of a list with this filter. */
function addressOf(
  query: SpoolListQuery,
  changes: Partial<SpoolListQuery> & { after?: string } = {},
  path = spoolListPath,
): string {
  const members = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== '')
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members).toString()}`
}

function emptyState({ found, query, isLaterPage, mayCreate, publicUrl }: SpoolListView): VNode {
  if (found.nextCursor !== null) {
    return html`<div class="empty"><h2>None found so far</h2><p class="quiet">The newest Spools were searched, and none is as the filter says. Earlier ones have not been searched yet.</p></div>`
  }
  if (isFiltered(query)) {
    const title = query.state === 'waiting' ? 'Nothing waits for you' : 'No Spool is as the filter says'
    return html`<div class="empty"><h2>${title}</h2><p class="quiet">${
      query.state === 'waiting'
        ? 'A Spool stands here when its next step is yours: to accept, deliver, confirm, verify or settle.'
        : 'Take a filter away to see more.'
    }</p><a class="btn" href=${spoolListPath}>Clear the filter</a></div>`
  }
  if (isLaterPage) {
    return html`<div class="empty"><h2>No earlier Spools</h2><a class="btn" href=${spoolListPath}>See the newest</a></div>`
  }
  return html`<div class="empty">
    <h2>No Spool yet</h2>
    <p class="quiet">A Spool is an agreement that can be verified: what is delivered, under which conditions, for how much. ${mayCreate ? 'Propose one here, or by a program with a key.' : 'An owner or a developer proposes one.'}</p>
    ${mayCreate ? html`<a class="btn go" href="/console/spools/new">New Spool</a>` : null}
    ${codeBlock('Terminal', firstSpool(publicUrl))}
  </div>`
}

function firstSpool(publicUrl: string): string {
  const body = JSON.stringify({
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Larkfield Data' },
      { role: 'seller', kind: 'agent', display_name: 'LeadBot' },
    ],
    value: { amount_cents: 1_000, currency: 'USD' },
    deliverable: { type: 'dataset', title: 'Leads with an email', description: '', attributes: {} },
    terms: [{ text: 'Four leads with an email.', provenance: { source: 'freeform' } }],
    conditions: [
      {
        description: 'Every row has an email.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['email'] },
      },
    ],
    unitization: { total_units: 4, unit_amount_cents: 250 },
  })
  return [
    `curl -s ${publicUrl}/api/v1/spools \\`,
    `  -H "authorization: Bearer $OUTTURN_KEY" -H "content-type: application/json" \\`,
    `  -H "idempotency-key: ${randomUUID()}" \\`,
    `  -d '${body}'`,
  ].join('\n')
}
