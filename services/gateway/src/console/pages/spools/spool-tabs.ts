import type { SpoolView } from '@outturn/contracts'
import { badge, card, type Entry, html, keyValues, minuteText, note, table, usdText } from '@outturn/pages'
import { parseDecimal } from '@outturn/money'
import type { ComponentChildren, VNode } from 'preact'
import { resultWords } from '../../../pages/result-words.ts'
import { toneOf } from '../../../pages/result-tone.ts'
import { recordListPath } from '../claims/claim-words.ts'
import { isSourceId } from '../claims/record-list-pages.ts'
import { centsText } from './list-words.ts'
import { disputesNever, spoolPath, type SpoolPageView } from './spool-view.ts'

/** What was delivered, newest first, with the files themselves. */
export function evidenceTab({ spool }: SpoolPageView): VNode {
  const { evidence, conditions } = spool
  if (evidence.length === 0) {
    return html`<div class="card empty"><h2>Nothing was delivered yet</h2><p class="quiet">Each table, file or text stands here with who sent it, its digest and a link to the file.</p></div>`
  }
  return html`<section class="card" aria-label="Evidence">${table(
    'Evidence, newest first',
    [
      { name: 'Item', isTitle: true },
      'For',
      'Sent by',
      'Received',
      { name: 'Bytes', isNumber: true },
      'Content',
    ],
    evidence
      .toReversed()
      .map((item) => [
        html`<span><span class="strong">${capital(item.type)}</span><span class="sub">${sourceOf(spool, item.source)}</span><span class="sub mono">${item.id}</span></span>`,
        conditionNumber(conditions, item.condition_id),
        html`<bdi dir="auto">${senderOf(spool, item.supplied_by)}</bdi>`,
        html`<time dateTime=${item.received_at}>${minuteText(item.received_at)}</time>`,
        String(item.bytes),
        html`<span>${item.content_digest === null ? 'a reference' : html`<a href=${`${spoolPath(spool.id)}/evidence/${item.id}`}>Download<span class="vh"> ${item.id}</span></a><span class="sub mono">${item.content_digest}</span>`}</span>`,
      ]),
    { isCaptionShown: false },
  )}</section>`
}

/** The source of an item; one that is registered leads to its facts. */
function sourceOf(spool: SpoolView, source: string): VNode {
  return isSourceId(source)
    ? html`<a class="mono" href=${`${recordListPath(spool.id, 'facts')}?source=${source}`}>${source}</a>`
    : html`<bdi dir="auto">${source}</bdi>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function conditionNumber(conditions: SpoolView['conditions'], id: string): string {
  const index = conditions.findIndex((each) => each.id === id)
  return index < 0 ? '–' : `condition ${index + 1}`
}

function senderOf({ parties }: SpoolView, partyId: string | null): string {
  const party = parties.find(({ party_id: id }) => id === partyId)
  if (party === undefined) return 'the service'
  return party.is_caller ? 'you' : party.display_name
}

/** Every receipt of the Spool with its verdict and what it earned. */
export function runsTab({ receipts, spool }: SpoolPageView): ComponentChildren {
  const { runs, last_run: last } = spool.verification_summary
  if (receipts === null || receipts === undefined) {
    return note('warn', 'The receipts could not be read. The rest of this page is current.')
  }
  if (receipts.length === 0) {
    return html`<div class="card empty"><h2>No receipt yet</h2><p class="quiet">${
      last === null
        ? 'A run judges what was delivered, and ends with a signed receipt. Both stand here.'
        : `${runs} ${runs === 1 ? 'run has' : 'runs have'} ended. No receipt was signed, because this deployment does not sign, or could not.`
    }</p></div>`
  }
  return html`<section class="card" aria-label="Runs and receipts">${table(
    'Receipts, newest first',
    [
      { name: 'Receipt', isTitle: true },
      'Verdict',
      { name: 'Earned, USD', isNumber: true },
      'Status',
      'Issued',
    ],
    receipts.map((receipt) => [
      html`<span><a class="main mono small" href=${`/console/receipts/${receipt.id}`}>${receipt.id}</a><span class="sub mono">${receipt.runId}</span></span>`,
      badge(toneOf(receipt.verdict), resultWords[receipt.verdict] ?? receipt.verdict),
      usdText(parseDecimal(receipt.earned, 6)),
      `${receipt.status}${receipt.isDisputed ? ', disputed' : ''}`,
      html`<time dateTime=${receipt.issuedAt}>${minuteText(receipt.issuedAt)}</time>`,
    ]),
    { isCaptionShown: false },
  )}
  <p class="small quiet">${runs} of at most ${spool.finality.max_runs} runs.</p></section>`
}

const laneNames = { wallet: 'from the wallet of the buyer', card: 'by card' } as const
const stateNames: Readonly<Record<string, string>> = {
  uncommitted: 'not committed',
  committed: 'committed',
  releasing: 'being paid',
  awaiting_signature: 'waits for a signature',
  partially_settled: 'the seller is paid, the fee is not',
  settled: 'paid',
  voided: 'ended, nothing is due',
  failed: 'could not be paid',
}

/** What is committed, earned and paid, by which lane, and what it waits for. */
export function moneyTab({ money, spool }: SpoolPageView): ComponentChildren {
  const { value, verification_summary: summary } = spool
  const earned = summary.last_run === null ? 'not judged yet' : null
  if (money === null || money === undefined) {
    return note('warn', 'The money of this Spool could not be read. The rest of this page is current.')
  }
  if (money === 'none') {
    return card({ id: 'money', title: 'Money' }, [
      keyValues('money-list', [
        ['Agreed', `${centsText(value.amount_cents)} ${value.currency}`],
        ['Committed', 'nothing through this service'],
        ...(earned === null ? [] : [['Earned', earned] satisfies Entry]),
      ]),
      html`<p class="quiet">Nothing was committed here. Parties who pay each other elsewhere settle by the receipt. After a commitment this tab says what is committed, earned and paid, and what it waits for.</p>`,
    ])
  }
  const rows: Entry[] = [
    ['Agreed', `${centsText(value.amount_cents)} ${value.currency}`],
    [
      'Committed',
      `at most ${centsText(money.maximumCents)} ${value.currency}, and a fee of at most ${centsText(money.maximumFeeCents)}`,
    ],
    [
      'Earned',
      money.earnedCents === null
        ? 'not final yet'
        : `${centsText(money.earnedCents)} ${value.currency}, fee ${centsText(money.feeCents ?? 0)}`,
    ],
    ['Paid', `${centsText(money.paidCents)} ${value.currency}`],
    ['Lane', laneNames[money.lane]],
    ['State', stateNames[money.state] ?? money.state],
    ['Waits for', money.waitsFor === null ? 'nothing' : money.waitsFor.message],
    ...money.payments.map(
      ({ leg, transaction }): Entry => [
        leg === 'seller' ? 'Payment' : 'Payment of the fee',
        html`<span class="mono small">${transaction}</span>`,
      ],
    ),
    ['Settlement', html`<span class="mono small">${money.id}</span>`],
    ['Changed', html`<time dateTime=${money.updatedAt}>${minuteText(money.updatedAt)}</time>`],
  ]
  return card({ id: 'money', title: 'Money' }, keyValues('money-list', rows))
}

/** Everything that was agreed. */
export function termsTab({ spool, shareUrl }: SpoolPageView): ComponentChildren {
  const { deliverable, terms, parties, agreement, dispute_policy: policy, finality } = spool
  return [
    card({ id: 'terms', title: 'Terms in words' }, [
      terms.length === 0
        ? html`<p class="quiet">None were agreed.</p>`
        : html`<ol class="stack-s">${terms.map(({ text }) => html`<li class="prose"><bdi dir="auto">${text}</bdi></li>`)}</ol>`,
    ]),
    card(
      { id: 'parties', title: 'Parties' },
      keyValues(
        'party-list',
        parties.map(
          (party): Entry => [
            capital(party.role),
            html`<span><bdi dir="auto">${party.display_name}</bdi>${party.is_caller ? ' (you)' : ''}<span class="sub small quiet"> ${party.assigned ? 'has joined' : 'has not joined yet'}</span> <span class="mono small">${party.party_id}</span></span>`,
          ],
        ),
      ),
    ),
    card(
      { id: 'agreement', title: 'Agreement' },
      keyValues('agreement-list', [
        ['Kind of deliverable', html`<bdi dir="auto">${deliverable.type}</bdi>`],
        ...Object.entries(deliverable.attributes).map(
          ([name, fact]): Entry => [name, html`<bdi dir="auto">${fact}</bdi>`],
        ),
        ['Version', `${agreement.version}, ${agreement.mode}`],
        ['Runs at most', String(finality.max_runs)],
        [
          'Disputes',
          disputesNever(spool) ??
            `within ${policy.window_hours} hours; ${policy.holds_settlement ? 'they hold the money' : 'they do not hold the money'}; ${policy.resolver === 'none' ? 'the parties settle them' : `resolved by ${policy.resolver}`}`,
        ],
        ['Agreement hash', html`<span class="mono small">${agreement.agreement_hash}</span>`],
        ['Plan hash', html`<span class="mono small">${agreement.plan_hash}</span>`],
        [
          'Share page',
          html`<a class="mono small" href=${shareUrl} data-copy="the share link">${shareUrl}</a>`,
        ],
      ]),
    ),
    html`<p class="small quiet">Everyone who has the share link can read the agreement. The link gives no right to act and takes no seat: only an invitation does.</p>`,
  ]
}
