import { html, minuteText, pageShell } from '@outturn/pages'
import { type OutcomeReceiptBody, pathTo, type ReceiptStatusV1, readReceiptStatus } from '@outturn/contracts'
import type { VNode } from 'preact'
import type { PageAssets } from '../assets.ts'
import { claim } from './claim.ts'
import { conditionsSection } from './conditions-section.ts'
import { evidenceSection, shownEvidence } from './evidence-section.ts'
import { historySection } from './history-section.ts'
import { identifiersSection } from './identifiers-section.ts'
import { logSection } from './log-section.ts'
import { unitsSection } from './units-section.ts'

export type ReceiptPageView = {
  readonly receipt: OutcomeReceiptBody
  readonly status: ReceiptStatusV1
  /** Where the keys of the service are published. */
  readonly keysUrl: string
}

const statusWords = {
  current: 'Current',
  superseded: 'Superseded by a later receipt',
  revoked: 'Revoked',
  unknown: 'Unknown',
} as const

/** Why no one should rely on a receipt, if no one should. */
function whyNot({ state, advisories }: ReceiptStatusV1): string | null {
  if (state === 'revoked') return 'it was revoked'
  if (state === 'superseded') return 'it was replaced'
  const isCompromised = advisories.some(({ code }) => code === 'key_compromise')
  return isCompromised ? 'the key that signed it was revoked' : null
}

/** One receipt as a page that a person can read, print, and check for themselves; complete without scripts. */
export function receiptPage(view: ReceiptPageView, assets: PageAssets): VNode {
  const { receipt } = view
  const evidence = shownEvidence(receipt.evidence)
  return pageShell(
    { title: `Outcome receipt ${receipt.id}`, assets, script: assets.scripts['verify-receipt'] },
    [
      receipt.environment === 'demo'
        ? html`<p class="notice">A sandbox receipt: signed with demo keys, worth nothing outside the sandbox.</p>`
        : null,
      verdictSection(view),
      verificationSection(view),
      statusSection(view.status),
      conditionsSection(receipt, evidence),
      evidenceSection(receipt, evidence),
      unitsSection(receipt),
      historySection(receipt, view.status),
      logSection(receipt),
      limitsSection(),
      identifiersSection(receipt),
      receiptData(receipt),
    ],
  )
}

/** Good only while nothing speaks against the receipt. */
function toneOf(result: string, isUndisputed: boolean): string {
  if (result === 'fail') return 'bad'
  return result === 'pass' && isUndisputed ? 'good' : 'unknown'
}

function verdictSection({ receipt: { result, amounts, units }, status }: ReceiptPageView): VNode {
  const reason = whyNot(status)
  const isDisputed = status.advisories.some(({ code }) => code === 'disputed')
  return html`<section aria-labelledby="verdict-title">
    <h1 id="verdict-title">Outcome receipt</h1>
    <p class="quiet">A signed record of one piece of work: what was agreed, what was delivered, and what that earned. Anybody can check it.</p>
    ${
      reason === null
        ? null
        : html`<p class="verdict bad" id="withdrawn">Do not rely on this receipt: ${reason}.</p>`
    }
    ${
      isDisputed
        ? html`<p class="verdict unknown" id="disputed">A party disputes this receipt. What it says may still be corrected.</p>`
        : null
    }
    <p class=${`verdict ${toneOf(result, reason === null && !isDisputed)}`} id="verdict">${claim('result', result, 'verdict')}</p>
    <p class="earned" id="earned">Earned <strong>${claim('amounts.earned', amounts.earned)}</strong> of ${claim('amounts.committed', amounts.committed)} ${claim('amounts.asset', amounts.asset)}</p>
    ${
      units === null
        ? null
        : html`<p id="unit-counts">${claim('units.accepted', units.accepted)} accepted, ${claim('units.rejected', units.rejected)} rejected, ${claim('units.uncertain', units.uncertain)} uncertain, of ${claim('units.total', units.total)} units</p>`
    }
  </section>`
}

function verificationSection({ receipt, keysUrl }: ReceiptPageView): VNode {
  return html`<section aria-labelledby="verification-title">
    <h2 id="verification-title">Check it yourself</h2>
    <div id="verification" aria-live="polite" data-keys-url=${keysUrl} data-status-url=${pathTo(readReceiptStatus.http, { receipt_id: receipt.id })}>
      <p class="verdict unknown">Not verified in this browser yet. That takes a script; reading does not.</p>
    </div>
    <p>The check runs in this browser, with the keys that this service publishes. To depend on nothing here, <a href=${`/r/${receipt.id}/receipt.json`} download=${`${receipt.id}.json`}>download the receipt</a> and verify it offline with <code>@outturn/receipt-verifier</code> and keys that you have pinned.</p>
  </section>`
}

function statusSection({ state, advisories, checked_at }: ReceiptStatusV1): VNode {
  const replacement = advisories.find(
    ({ replacement_receipt_id: id }) => id !== undefined,
  )?.replacement_receipt_id
  return html`<section aria-labelledby="status-title">
    <h2 id="status-title">Status</h2>
    <p id="status">${statusWords[state]}, as of <time dateTime=${checked_at}>${minuteText(checked_at)}</time>. A correction or revocation changes whether to rely on the receipt. It reverses no payment.</p>
    ${
      replacement === undefined
        ? null
        : html`<p class="notice">Rely on the receipt that replaced it: <a href=${`/r/${replacement}`}>${replacement}</a>.</p>`
    }
    ${
      advisories.length === 0
        ? null
        : html`<ul id="advisories">
        ${advisories.map(
          ({ code, message }) => html`<li><strong>${code.replaceAll('_', ' ')}</strong>: ${message}</li>`,
        )}
      </ul>`
    }
  </section>`
}

function limitsSection(): VNode {
  return html`<section aria-labelledby="limits-title">
    <h2 id="limits-title">What this receipt does not prove</h2>
    <ul>
      <li>That the evidence is true. It shows which evidence was judged, by which checks, with which outcome.</li>
      <li>That anybody was paid. Earned value is what the work came to; settlement is another record.</li>
      <li>That a party agreed to more than the acceptance below states.</li>
      <li>Who the parties are. They are named by pseudonyms of this service; it knows the accounts behind them.</li>
      <li>Anything about conditions that are not listed here.</li>
      <li>That it still counts tomorrow. Ask for its status again when it matters.</li>
    </ul>
  </section>`
}

/** The receipt itself for the script. A data block is not a script, so the policy against inline scripts leaves it alone. */
function receiptData(receipt: OutcomeReceiptBody): VNode {
  // No character that could end the element: the text stays the same JSON.
  const text = JSON.stringify(receipt).replaceAll('<', '\\u003c')
  return html`<script type="application/json" id="receipt-json" dangerouslySetInnerHTML=${{ __html: text }} />`
}
