import type { ClaimView, DiscrepancyView, FactView, MatchView, SpoolView } from '@outturn/contracts'
import { card, html, note, table } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import {
  claimBadge,
  differenceText,
  discrepancyLinks,
  provenanceNames,
  recordHead,
  recordListPath,
  subjectPath,
  timeText,
  valueText,
} from './claim-words.ts'

type SubjectView = {
  readonly spool: SpoolView
  readonly subject: string
  readonly claims: readonly ClaimView[]
  readonly facts: readonly FactView[]
  /** Whether there are more of either than the page shows. */
  readonly hasMore: boolean
  /** What the latest match says of the claims; null where it cannot be read. */
  readonly matches: readonly MatchView[] | null
  /** Those that name one of the claims or facts; null where they cannot be read. */
  readonly discrepancies: readonly DiscrepancyView[] | null
}

/** Everything that is claimed and reported of one subject: what confirms what, what contradicts it, and what was opened about it. */
export function subjectContent(view: SubjectView): ComponentChildren {
  const { spool, subject, hasMore } = view
  const filter = `?subject=${encodeURIComponent(subject)}`
  return [
    recordHead(spool, 'Subject', null),
    html`<div class="title"><div><h1><bdi dir="auto">${subject}</bdi></h1><p>What the provider claims of it, and what sources report.</p></div></div>`,
    html`<div class="stack">${[
      hasMore
        ? note(
            'info',
            html`<span>There are more than this page shows: <a href=${recordListPath(spool.id, 'claims') + filter}>all claims</a>, <a href=${recordListPath(spool.id, 'facts') + filter}>all facts</a>.</span>`,
          )
        : null,
      card({ id: 'claims', title: 'Claims' }, claimRows(view)),
      card({ id: 'facts', title: 'Facts' }, factRows(view)),
    ]}</div>`,
  ]
}

function claimRows({ spool, subject, claims, matches, discrepancies }: SubjectView): VNode {
  if (claims.length === 0) return html`<p class="quiet">Nothing is claimed of it.</p>`
  return table(
    'Claims',
    [{ name: 'Claim', isTitle: true }, 'Value', 'Time', 'Latest match', 'Facts', 'Discrepancies'],
    claims.map((claim) => {
      const row = matches?.find(({ claim_id: id }) => id === claim.id)
      return [
        html`<span id=${claim.id}><span class="strong">${claim.ordinal}. <bdi dir="auto">${claim.predicate}</bdi></span><span class="sub mono">${claim.id}</span>${claim.superseded_by === null ? null : html`<span class="sub">Replaced by <span class="mono">${claim.superseded_by}</span></span>`}${claim.evidence_ref === undefined ? null : html`<span class="sub">Evidence <span class="mono">${claim.evidence_ref}</span></span>`}</span>`,
        valueText({ ...claim, currency: spool.value.currency }),
        timeText(claim.occurred_at),
        html`<span>${claim.superseded_by === null ? claimBadge(claim.status) : 'replaced'}${row === undefined ? null : differenceText(row)}</span>`,
        factLinks(spool, subject, row?.fact_ids ?? [], matches === null),
        discrepancyLinks(discrepancies, claim.id),
      ]
    }),
    { isCaptionShown: false },
  )
}

function factLinks(
  spool: SpoolView,
  subject: string,
  ids: readonly string[],
  isUnknown: boolean,
): ComponentChildren {
  if (isUnknown) return 'not known now'
  if (ids.length === 0) return 'none'
  return ids.map(
    (id) =>
      html`<span class="sub"><a class="mono" href=${subjectPath(spool.id, subject, id)}>${id}</a></span>`,
  )
}

const relations = {
  matched: 'Confirms',
  mismatched: 'Contradicts',
  ambiguous: 'One of several for',
  unmatched_claim: 'Beside',
  unmatched_fact: 'Beside',
} as const satisfies Readonly<Record<MatchView['status'], string>>

function factRows({ spool, facts, claims, matches, discrepancies }: SubjectView): VNode {
  if (facts.length === 0) return html`<p class="quiet">No source has reported anything of it.</p>`
  return table(
    'Facts',
    [{ name: 'Fact', isTitle: true }, 'Value', 'Time', 'Source', 'Claims', 'Discrepancies'],
    facts.map((fact) => [
      html`<span id=${fact.id}><span class="strong"><bdi dir="auto">${fact.predicate}</bdi></span><span class="sub mono">${fact.id}</span>${fact.superseded_by === null ? null : html`<span class="sub">Corrected by <span class="mono">${fact.superseded_by}</span></span>`}</span>`,
      valueText(fact),
      timeText(fact.occurred_at),
      html`<span><bdi dir="auto">${fact.source_name}</bdi><span class="sub">of the ${fact.registered_by}, ${provenanceNames[fact.provenance]}</span>${fact.self_asserted ? html`<span class="sub">Its side earns by it and knows the secret.</span>` : null}</span>`,
      claimsOfFact(spool, fact, claims, matches),
      discrepancyLinks(discrepancies, fact.id),
    ]),
    { isCaptionShown: false },
  )
}

/** The claims that the latest match paired with a fact. */
function claimsOfFact(
  spool: SpoolView,
  fact: FactView,
  claims: readonly ClaimView[],
  matches: readonly MatchView[] | null,
): ComponentChildren {
  if (matches === null) return 'not known now'
  const rows = matches.filter(({ fact_ids: ids }) => ids.includes(fact.id))
  if (rows.length === 0) return 'none'
  return rows.map(({ claim_id: id, status }) => {
    const ordinal = claims.find((claim) => claim.id === id)?.ordinal
    return html`<span class="sub">${relations[status]} <a href=${subjectPath(spool.id, fact.subject, id ?? '')}>claim ${ordinal ?? id}</a></span>`
  })
}
