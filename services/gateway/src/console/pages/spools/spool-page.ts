import { html, icon, keyValues, minuteText, note, tabs, timeline } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { recordListPath } from '../claims/claim-words.ts'
import { eventWords, toneOfEvent } from './history-words.ts'
import { centsText } from './list-words.ts'
import { overviewTab } from './overview-tab.ts'
import { nextHeadline } from './next-words.ts'
import { evidenceTab, moneyTab, runsTab, termsTab } from './spool-tabs.ts'
import { disputesNever, mayAct, partyName, spoolPath, type SpoolPageView, spoolTabs } from './spool-view.ts'

/** A Spool as one of its parties sees it: what comes next, and a tab for everything else. */
export function spoolContent(view: SpoolPageView): ComponentChildren {
  const { spool, tab, role, done } = view
  const { title, description } = spool.deliverable
  const path = spoolPath(spool.id)
  const places = Object.entries(spoolTabs)
    .filter(([name]) => name !== 'evidence' || mayAct(role))
    .map(([name, text]) => ({ href: addressOfTab(path, name), text }))
  const records = { href: recordListPath(spool.id, 'claims'), text: 'Claims and facts' }
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <bdi dir="auto">${title}</bdi></p>`,
    done === null ? null : note('good', done, 'done'),
    html`<div class="title">
      <div>
        <h1><bdi dir="auto">${title}</bdi></h1>
        ${description === '' || description === title ? null : html`<p class="prose"><bdi dir="auto">${description}</bdi></p>`}
        <p>From <bdi dir="auto">${fromTo(partyName(spool, 'provider'))}</bdi> to <bdi dir="auto">${fromTo(partyName(spool, 'buyer'))}</bdi>. <span class="mono small" data-copy="the ID of the Spool">${spool.id}</span></p>
      </div>
      <div class="row">
        <a class="btn" href=${view.shareUrl}>Share page</a>
        ${spool.latest_receipt_id === null || !mayAct(role) ? null : html`<a class="btn" href=${`${path}/bundle.json`}>${icon('download')}Bundle</a>`}
      </div>
    </div>`,
    nextNote(view),
    tabs('Parts of the Spool', [...places, records], addressOfTab(path, tab)),
    html`<div class=${tab === 'overview' ? 'cols main' : 'stack'}>
      <div class="stack">${tabContent(view)}</div>
      ${tab === 'overview' ? sideNotes(view) : null}
    </div>`,
  ]
}

function fromTo(name: string): string {
  return name === 'You' ? 'you' : name
}

function addressOfTab(path: string, tab: string): string {
  return tab === 'overview' ? path : `${path}?tab=${tab}`
}

function tabContent(view: SpoolPageView): ComponentChildren {
  switch (view.tab) {
    case 'overview':
      return overviewTab(view)
    case 'evidence':
      return evidenceTab(view)
    case 'runs':
      return runsTab(view)
    case 'money':
      return moneyTab(view)
    case 'terms':
      return termsTab(view)
    case 'history':
      return historyCard(view, Infinity)
    default:
      return view.tab satisfies never
  }
}

/** Who is next, to do what, and why. */
function nextNote({ spool }: SpoolPageView): VNode {
  const { headline, reason, isYours } = nextHeadline(spool)
  return html`<div class=${`note ${isYours ? 'warn' : 'info'}`} id="next">
    <p><span class="strong"><bdi dir="auto">${headline}</bdi></span> <span class="prose">${reason}</span></p>
    ${
      spool.next_step.checkout_url === undefined
        ? null
        : html`<p><a class="btn go" href=${spool.next_step.checkout_url} rel="noreferrer">Pay on the page of the processor</a></p>`
    }
  </div>`
}

function sideNotes(view: SpoolPageView): VNode {
  const { spool } = view
  const { value, unitization: units, finality, dispute_policy: policy } = spool
  return html`<aside class="stack side-note" aria-label="History and terms">
    ${historyCard(view, 8)}
    <section class="card" aria-labelledby="terms-short">
      <header><h2 id="terms-short">Terms</h2></header>
      ${keyValues('term-list', [
        [
          'Value',
          units === null
            ? `${centsText(value.amount_cents)} ${value.currency}, earned as a whole or not at all`
            : `${centsText(value.amount_cents)} ${value.currency}, ${units.total_units} units at ${centsText(units.unit_amount_cents)}`,
        ],
        ['Runs', `${spool.verification_summary.runs} of at most ${finality.max_runs}`],
        [
          'Final',
          finality.closes_at === null ? 'when nothing can change any more' : minuteText(finality.closes_at),
        ],
        ['Dispute window', disputesNever(spool) ?? `${policy.window_hours} hours from the receipt`],
        ['Agreement hash', html`<span class="mono small">${spool.agreement.agreement_hash}</span>`],
      ])}
    </section>
  </aside>`
}

/** The newest entries of the history, with the next step on top. */
function historyCard(view: SpoolPageView, most: number): VNode {
  const { events, spool, people, accountName } = view
  const reader = { spool, people, accountName }
  const shown = (events ?? []).toReversed().slice(0, most)
  const { headline } = nextHeadline(spool)
  const isOver = spool.next_step.type === 'terminal'
  return html`<section class="card" aria-labelledby="history-title">
    <header><h2 id="history-title">History</h2></header>
    ${
      events === null
        ? note('warn', 'The history could not be read. The rest of this page is current.')
        : timeline('history', [
            ...(isOver
              ? []
              : [
                  {
                    at: spool.updated_at,
                    shownAt: 'Next',
                    content: html`<bdi dir="auto" class="strong">${headline}</bdi>`,
                    tone: 'now' as const,
                  },
                ]),
            ...shown.map((event) => {
              const tone = toneOfEvent(event)
              return {
                at: event.at,
                shownAt: minuteText(event.at),
                content: html`<span>${eventWords(event, reader)}</span>`,
                ...(tone !== undefined && { tone }),
              }
            }),
          ])
    }
    ${
      events !== null && (events.length > shown.length || view.hasMoreEvents)
        ? html`<p class="small"><a href=${`${spoolPath(spool.id)}?tab=history`}>${most === Infinity ? 'The interface has the whole history' : 'The whole history'}</a></p>`
        : null
    }
  </section>`
}
