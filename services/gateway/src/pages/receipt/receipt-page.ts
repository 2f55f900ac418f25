import { type OutcomeReceiptBody, pathTo, type ReceiptStatusV1, readReceiptStatus } from '@outturn/contracts'
import { badge, card, html, icon, keyValues, minuteText, note, pageShell, printButton } from '@outturn/pages'
import type { VNode } from 'preact'
import { toneOf } from '../result-tone.ts'
import type { PageSite } from '../site.ts'
import { bought, headline, introduction, kindName } from './bought.ts'
import { claim } from './claim.ts'
import { conditionsSection } from './conditions-section.ts'
import { evidenceSection, shownEvidence } from './evidence-section.ts'
import { historySection } from './history-section.ts'
import { proofSection } from './proof-section.ts'
import { unitsSection } from './units-section.ts'
import { whySection } from './why-section.ts'

export type ReceiptPageView = {
  readonly receipt: OutcomeReceiptBody
  readonly status: ReceiptStatusV1
}

/** One receipt as a page that a person can read, print, and check for themselves; complete without scripts. */
export function receiptPage(view: ReceiptPageView, site: PageSite): VNode {
  const { receipt } = view
  const parts = receiptParts(view, site)
  return pageShell({ title: `Receipt ${receipt.id}`, site, script: site.verifyScript, hasCode: true }, [
    html`<div class="wrap read stack hero plain">
      <div class="stack-s">
        <p class="kicker">Outcome receipt · ${claim('environment', receipt.environment)}</p>
        <h1>${headline(receipt)}</h1>
        <p class="lead">${introduction(receipt, site.name)}</p>
      </div>
      ${parts.warnings}
      <div class="cols slip-cols">
        ${parts.slip}
        <div class="stack">
          ${parts.why}
          <p class="small quiet">Earned is the value of the accepted work under the agreement. Whether it was paid is recorded elsewhere.</p>
          <p class="row noprint"><a class="btn" href=${`/r/${receipt.id}/receipt.json`} download=${`${receipt.id}.json`}>${icon('download')}Download receipt</a>${printButton()}</p>
          <p class="small"><a href="#what">What is an outcome receipt?</a></p>
        </div>
      </div>
      ${parts.details}
      ${explanation()}
    </div>`,
    parts.data,
  ])
}

/** What every page of a receipt is made of. */
export function receiptParts(view: ReceiptPageView, site: PageSite) {
  const { receipt, status } = view
  const evidence = shownEvidence(receipt.evidence)
  return {
    warnings: warnings(view),
    slip: slip(view, site),
    why: whySection(receipt),
    details: [
      conditionsSection(receipt, evidence),
      unitsSection(receipt),
      evidenceSection(evidence),
      proofSection(receipt, site),
      historySection(receipt, status),
    ],
    /** The receipt for the script that verifies it, which compares the page with it. */
    data: receiptData(receipt),
  }
}

/** Why no one should rely on a receipt, if no one should. */
function whyNot({ state, advisories }: ReceiptStatusV1): string | null {
  if (state === 'revoked') return 'it was revoked'
  if (state === 'superseded') return 'it was replaced'
  const isCompromised = advisories.some(({ code }) => code === 'key_compromise')
  return isCompromised ? 'the key that signed it was revoked' : null
}

function isDisputed({ advisories }: ReceiptStatusV1): boolean {
  return advisories.some(({ code }) => code === 'disputed')
}

function warnings({ receipt, status }: ReceiptPageView): readonly (VNode | null)[] {
  const reason = whyNot(status)
  const replacement = status.advisories.find(
    ({ replacement_receipt_id: id }) => id !== undefined,
  )?.replacement_receipt_id
  const instead =
    replacement === undefined
      ? null
      : [
          ' Rely on the receipt that replaced it: ',
          html`<a href=${`/r/${replacement}`}>${replacement}</a>`,
          '.',
        ]
  return [
    receipt.environment === 'demo'
      ? note('info', 'A sandbox receipt: signed with demo keys, worth nothing outside the sandbox.')
      : null,
    reason === null ? null : note('bad', [`Do not rely on this receipt: ${reason}.`, instead], 'withdrawn'),
    isDisputed(status)
      ? note('warn', 'A party disputes this receipt. What it says may still be corrected.', 'disputed')
      : null,
  ]
}

/** A passed receipt looks so only while nothing speaks against it. */
function verdictTone({ receipt: { result }, status }: ReceiptPageView) {
  const isUndisputed = whyNot(status) === null && !isDisputed(status)
  return result === 'pass' && !isUndisputed ? 'neutral' : toneOf(result)
}

/** The first thing that a reader sees: the verdict, the money, the parties, the issuer and the proof. */
function slip(view: ReceiptPageView, site: PageSite): VNode {
  const { receipt, status } = view
  const { amounts, actors } = receipt
  const party = ({ kind, subject }: { kind: string; subject: string }) =>
    html`${kindName(kind)} <span class="mono small quiet">${shortened(subject)}</span>`
  return html`<section class="slip" aria-label="Summary of the receipt">
    <div class="row end">
      <span id="verdict">${badge(verdictTone(view), claim('result', receipt.result, 'result'))}</span>
      <time class="small quiet" dateTime=${receipt.issued_at}>${claim('issued_at', receipt.issued_at, 'time')}</time>
    </div>
    <div>
      <p class="sum" id="earned">${claim('amounts.earned', amounts.earned, 'amount')} <small>of ${claim('amounts.committed', amounts.committed, 'amount')} ${claim('amounts.asset', amounts.asset)} earned</small></p>
    </div>
    <div>
      ${keyValues('summary', [
        ['Bought', bought(receipt)],
        ['Buyer', party(actors.payer)],
        ['Seller', party(actors.provider)],
        ['Issued by', html`${site.name}, <span class="mono small">${site.host}</span>`],
        ['Status', statusLine(status)],
      ])}
    </div>
    <div class="proof" id="verification" data-keys-url=${site.keysUrl} data-status-url=${pathTo(readReceiptStatus.http, { receipt_id: receipt.id })}>
      ${icon('shield')}
      <div>
        <p class="small verdict" aria-live="polite"><strong>Not verified in this browser yet.</strong> <span class="quiet">Signed by ${site.name}. Checking the signature here takes a script; reading does not.</span></p>
        <p class="small"><a href="#proof">See the checks</a></p>
      </div>
    </div>
  </section>`
}

const statusWords = {
  current: 'Current; not corrected, not revoked',
  superseded: 'Superseded by a later receipt',
  revoked: 'Revoked',
  unknown: 'Unknown',
} as const

function statusLine({ state, checked_at: at }: ReceiptStatusV1): VNode {
  return html`<span id="status">${statusWords[state]} <span class="small quiet part">as of <time dateTime=${at}>${minuteText(at)}</time></span></span>`
}

/** The ends of a pseudonym; the proof has it whole. */
function shortened(subject: string): string {
  const name = subject.slice(subject.lastIndexOf(':') + 1)
  return name.length <= 16 ? name : `${name.slice(0, 8)}…${name.slice(-5)}`
}

function explanation(): VNode {
  return card({ id: 'what', title: 'What an outcome receipt is, and what it does not prove' }, [
    html`<p>A signed record of one piece of work: what was agreed, what was delivered, and what that earned. Anyone can check it, with or without this service.</p>`,
    html`<h3>What this receipt does not prove</h3>`,
    html`<ul class="small stack-s quiet">
      <li>That the evidence is true. It shows which evidence was judged, by which checks, with which result.</li>
      <li>That a party was paid. A correction or revocation of the receipt reverses no payment.</li>
      <li>That a party agreed to more than its acceptance states.</li>
      <li>Who the parties are. They are named by pseudonyms that this service can resolve.</li>
      <li>Anything about conditions that are not listed here.</li>
      <li>That it still counts tomorrow. Read its status again when it matters.</li>
    </ul>`,
  ])
}

/** The receipt itself for the script. A data block is not a script, so the policy against inline scripts leaves it alone. */
function receiptData(receipt: OutcomeReceiptBody): VNode {
  // No character that could end the element: the text stays the same JSON.
  const text = JSON.stringify(receipt).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="receipt-json" dangerouslySetInnerHTML=${{ __html: text }} />`
}
