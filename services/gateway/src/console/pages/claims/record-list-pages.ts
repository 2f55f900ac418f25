import type {
  ClaimView,
  CommandOutput,
  FactView,
  listMatches,
  MatchView,
  SpoolView,
} from '@outturn/contracts'
import { card, filterBar, html, keyValues, minuteText, note, pager, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import {
  claimBadge,
  differenceText,
  matchBadge,
  provenanceNames,
  recordHead,
  recordListPath,
  subjectPath,
  timeText,
  valueText,
} from './claim-words.ts'

type RecordFilter = { readonly subject: string; readonly isAll: boolean; readonly source: string }

type ClaimsView = {
  readonly spool: SpoolView
  readonly filter: RecordFilter
  readonly claims: readonly ClaimView[]
  readonly next: string | null
}

/** The claims of a Spool, oldest first. */
export function claimsContent({ spool, filter, claims, next }: ClaimsView): ComponentChildren {
  return [
    recordHead(spool, 'Claims', 'claims'),
    html`<div class="title"><div><h1>Claims</h1><p>What the provider says it did. A match compares them with the facts that sources report.</p></div></div>`,
    ...filters(recordListPath(spool.id, 'claims'), filter, 'claims that were replaced'),
    html`<section class="card" aria-label="Claims">
      ${claims.length === 0 ? noClaims(filter, spool) : claimTable(spool, claims)}
      ${next === null ? null : pager('', { href: nextPath(spool.id, 'claims', filter, next), text: 'Later claims' })}
    </section>`,
  ]
}

function noClaims({ subject }: RecordFilter, spool: SpoolView): VNode {
  if (subject !== '')
    return html`<div class="empty"><h2>No claim of this subject</h2><p class="quiet">A subject is compared letter by letter.</p></div>`
  return html`<div class="empty"><h2>No claim yet</h2><p class="quiet">The provider records them by the API, or by <span class="mono">outturn claims record ${spool.id} claims.json</span>.</p><p><a href="/docs/guide/facts-and-claims">How claims and facts work</a></p></div>`
}

function claimTable(spool: SpoolView, claims: readonly ClaimView[]): VNode {
  return table(
    'Claims, oldest first',
    [{ name: 'Claim', isTitle: true }, 'Value', 'Time', 'Latest match', 'Recorded'],
    claims.map((claim) => [
      html`<span id=${claim.id}><a class="main" href=${subjectPath(spool.id, claim.subject, claim.id)}>${claim.ordinal}. <bdi dir="auto">${claim.predicate}</bdi> of <bdi dir="auto">${claim.subject}</bdi></a><span class="sub mono">${claim.id}</span>${replacement(claim)}</span>`,
      valueText({ ...claim, currency: spool.value.currency }),
      timeText(claim.occurred_at),
      claim.superseded_by === null ? claimBadge(claim.status) : 'replaced',
      timeText(claim.claimed_at),
    ]),
    { isCaptionShown: false },
  )
}

function replacement({ superseded_by: by, supersedes, duplicate_of: same }: ClaimView): ComponentChildren {
  const words = [
    ...(by === null ? [] : [['Replaced by', by] as const]),
    ...(supersedes === null ? [] : [['Replaces', supersedes] as const]),
    ...(same === null ? [] : [['Equals', same] as const]),
  ]
  return words.map(([text, id]) => html`<span class="sub">${text} <span class="mono">${id}</span></span>`)
}

type FactsView = {
  readonly spool: SpoolView
  readonly filter: RecordFilter
  readonly facts: readonly FactView[]
  readonly next: string | null
  /** Whether the reader acts on the Spool, and sees what was delivered. */
  readonly seesEvidence: boolean
}

/** The facts of a Spool, newest first, and the evidence that runs made of them. */
export function factsContent({ spool, filter, facts, next, seesEvidence }: FactsView): ComponentChildren {
  return [
    recordHead(spool, 'Facts', 'facts'),
    html`<div class="title"><div><h1>Facts</h1><p>What systems of record reported. Both parties see all of them.</p></div></div>`,
    ...filters(recordListPath(spool.id, 'facts'), filter, 'facts that were corrected'),
    html`<div class="stack"><section class="card" aria-label="Facts">
      ${facts.length === 0 ? noFacts(filter, spool, seesEvidence) : factTable(spool, facts)}
      ${next === null ? null : pager('', { href: nextPath(spool.id, 'facts', filter, next), text: 'Earlier facts' })}
    </section>
    ${seesEvidence ? snapshotCard(spool) : null}</div>`,
  ]
}

function noFacts({ subject, source }: RecordFilter, spool: SpoolView, isActor: boolean): VNode {
  if (subject !== '' || source !== '')
    return html`<div class="empty"><h2>No fact fits</h2><p class="quiet">A subject is compared letter by letter.</p></div>`
  return html`<div class="empty"><h2>No fact yet</h2><p class="quiet">A source of either party reports them.</p>${isActor ? html`<p><a href=${`/console/sources/new?spool=${spool.id}`}>Register a source for this Spool</a></p>` : null}</div>`
}

function factTable(spool: SpoolView, facts: readonly FactView[]): VNode {
  return table(
    'Facts, newest first',
    [{ name: 'Fact', isTitle: true }, 'Value', 'Time', 'Source', 'Arrived'],
    facts.map((fact) => [
      html`<span id=${fact.id}><a class="main" href=${subjectPath(spool.id, fact.subject, fact.id)}><bdi dir="auto">${fact.predicate}</bdi> of <bdi dir="auto">${fact.subject}</bdi></a><span class="sub mono">${fact.id}</span>${fact.superseded_by === null ? null : html`<span class="sub">Corrected by <span class="mono">${fact.superseded_by}</span></span>`}</span>`,
      valueText(fact),
      timeText(fact.occurred_at),
      html`<span><a href=${`${recordListPath(spool.id, 'facts')}?source=${fact.source_id}`}><bdi dir="auto">${fact.source_name}</bdi></a><span class="sub">of the ${fact.registered_by}${fact.self_asserted ? ', which knows its secret and earns by it' : ''}</span></span>`,
      html`<span>${timeText(fact.observed_at)}<span class="sub">${provenanceNames[fact.provenance]}</span></span>`,
    ]),
    { isCaptionShown: false },
  )
}

/** The evidence items that runs made of the facts of a source. */
function snapshotCard(spool: SpoolView): VNode | null {
  const items = spool.evidence.filter(({ source }) => isSourceId(source)).toReversed()
  if (items.length === 0) return null
  return card({ id: 'snapshots', title: 'As runs judged them' }, [
    html`<p class="small quiet">When a verification begins, the current facts of a required source become an item of evidence.</p>`,
    table(
      'Snapshots, newest first',
      [{ name: 'Item', isTitle: true }, 'Source', 'Taken', 'Content'],
      items.map((item) => [
        html`<span class="mono small">${item.id}</span>`,
        html`<a class="mono small" href=${`${recordListPath(spool.id, 'facts')}?source=${item.source}`}>${item.source}</a>`,
        timeText(item.received_at),
        item.content_digest === null
          ? 'withdrawn'
          : html`<a href=${`/console/spools/${spool.id}/evidence/${item.id}`}>Download<span class="vh"> ${item.id}</span></a>`,
      ]),
      { isCaptionShown: false },
    ),
  ])
}

/** Whether the source of an item of evidence is a registered one, whose facts it has. */
export function isSourceId(source: string): boolean {
  return /^src_[0-9a-f]{24}$/.test(source)
}

function filters(
  action: string,
  { subject, isAll, source }: RecordFilter,
  replaced: string,
): readonly VNode[] {
  const clears = subject === '' && !isAll && source === '' ? [] : [{ href: action, text: 'Clear the filter' }]
  const only = source === '' ? '' : ` Only of the source ${source}.`
  return filterBar({
    action,
    fields: [
      { kind: 'text', name: 'subject', label: 'Subject', value: subject, hint: 'T-1' },
      {
        kind: 'choice',
        name: 'all',
        label: 'Show',
        value: isAll ? '1' : '',
        options: { '': 'Current ones', '1': `With ${replaced}` },
      },
    ],
    summary: `${subject === '' ? 'Of all subjects.' : 'Of one subject.'}${only}`,
    clears,
  })
}

function nextPath(
  spoolId: string,
  list: 'claims' | 'facts',
  { subject, isAll, source }: RecordFilter,
  after: string,
): string {
  const query = new URLSearchParams({
    ...(subject !== '' && { subject }),
    ...(isAll && { all: '1' }),
    ...(source !== '' && { source }),
    after,
  })
  return `${recordListPath(spoolId, list)}?${query}`
}

type MatchesView = {
  readonly spool: SpoolView
  /** Null before a match. */
  readonly match: CommandOutput<typeof listMatches> | null
  /** Null for a reader who cannot match. */
  readonly form: ComponentChildren
  readonly done: string | null
}

/** The results of the latest match: what confirms or contradicts each claim. */
export function matchesContent({ spool, match, form, done }: MatchesView): ComponentChildren {
  return [
    done === null ? null : note('good', done, 'done'),
    recordHead(spool, 'Latest match', 'matches'),
    html`<div class="title"><div><h1>Latest match</h1><p>Each claim is paired with at most one fact of the same subject and predicate.</p></div></div>`,
    html`<div class="stack">${[
      match === null
        ? html`<div class="card empty"><h2>Nothing was matched yet</h2><p class="quiet">A match compares claims with facts, costs nothing and moves no money.</p></div>`
        : [countsCard(match), rowsCard(spool, match)],
      form,
    ]}</div>`,
  ]
}

function countsCard(match: CommandOutput<typeof listMatches>): VNode {
  return card(
    { id: 'counts', title: 'Counts' },
    keyValues('counts-list', [
      ['As of', html`<time dateTime=${match.as_of}>${minuteText(match.as_of)}</time>`],
      ['Confirmed', String(match.matched)],
      ['Differ', String(match.mismatched)],
      ['Claims without a fact', String(match.unmatched_claims)],
      ['Facts without a claim', String(match.unmatched_facts)],
      ['Claims with several facts', String(match.ambiguous)],
      ['Digest', html`<span class="mono small">${match.match_digest}</span>`],
    ]),
  )
}

function rowsCard(spool: SpoolView, { data, next_cursor: next }: CommandOutput<typeof listMatches>): VNode {
  return html`<section class="card" aria-label="Results">
    ${table(
      'Results: claims, then facts without a claim',
      [{ name: 'Subject', isTitle: true }, 'Result', 'Claim', 'Facts'],
      data.map((row) => [
        matchTitle(spool, row),
        html`<span>${matchBadge(row.status)}${differenceText(row)}</span>`,
        row.claim_id === null ? '–' : placeLink(spool, row, row.claim_id),
        row.fact_ids.length === 0 ? '–' : row.fact_ids.slice(0, 3).map((id) => placeLink(spool, row, id)),
      ]),
      { isCaptionShown: false },
    )}
    ${next === null ? null : pager('', { href: `${recordListPath(spool.id, 'matches')}?after=${next}`, text: 'More results' })}
  </section>`
}

function matchTitle(spool: SpoolView, { id, subject, predicate }: MatchView): VNode {
  // A match of an earlier release has no names.
  if (subject === undefined) return html`<span class="mono small">${id}</span>`
  return html`<a class="main" href=${subjectPath(spool.id, subject)}><bdi dir="auto">${predicate}</bdi> of <bdi dir="auto">${subject}</bdi></a>`
}

function placeLink(spool: SpoolView, { subject }: MatchView, id: string): VNode {
  if (subject === undefined) return html`<span class="sub mono">${id}</span>`
  return html`<span class="sub"><a class="mono" href=${subjectPath(spool.id, subject, id)}>${id}</a></span>`
}
