import { card, html, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import { openReceiptForm } from '../receipt/absent-receipt.ts'
import type { PageSite } from '../site.ts'
import { type Offer, limitsCard, pricesCard } from './offer-cards.ts'
import { sampleSlip } from './sample-slip.ts'
import type { TryForm } from './try-form.ts'
import type { TryOutcome } from './try-outcome.ts'
import { trySection } from './try-section.ts'

export type FrontView = {
  readonly form: TryForm
  readonly outcome: TryOutcome | null
  readonly offer: Offer
}

const description =
  'Checks delivered work against what was agreed, computes what it earned, and signs a receipt that anyone can verify offline.'

/** The first page of a deployment: what it is, a receipt, a delivery to try, prices and limits. */
export function frontPage(site: PageSite, { form, outcome, offer }: FrontView): VNode {
  const title = 'Verified delivery, signed receipts'
  return pageShell({ title, site, description, hasCode: true }, [
    html`<section class="wrap hero">
      <div class="cols hero-cols">
        <div class="stack">
          <h1>Know what was delivered before you pay for it.</h1>
          <p class="lead">${site.name} checks delivered work against what was agreed, computes what it earned, and signs a receipt that anyone can verify offline.</p>
          <p class="row"><a class="btn go big" href="#try">Try it, no account</a> <a class="btn big" href="/docs">Read the guide</a></p>
          <p class="small quiet">For platforms, agents and the people who pay them. One HTTP call, or a whole agreement between two parties.</p>
        </div>
        ${sampleSlip()}
      </div>
    </section>`,
    trySection(site, { form, outcome, isHosted: offer.sandbox !== null }),
    stepsSection(),
    html`<section class="wrap stack" id="prices" aria-label="Prices and limits">
      <div class="cols two">${pricesCard(offer)} ${limitsCard(offer)}</div>
      ${card({ id: 'receipts', title: 'You were sent a receipt' }, [
        html`<p class="small quiet">Its page says what was bought, from whom and what it earned, and checks its own signature. Of a file, <a href="/verify">the verify page</a> says the same.</p>`,
        openReceiptForm(),
      ])}
      <p class="small quiet">How verifications ended over all accounts, by kind of work: <a href="/outcome-index">outcome index</a>.</p>
    </section>`,
  ])
}

function stepsSection(): VNode {
  return html`<section class="wrap hero" aria-labelledby="how-title">
    <h2 id="how-title" class="vh">How it works</h2>
    <ol class="steps">
      <li>
        <h3>Agree on conditions</h3>
        <p>Row counts, required fields, reachable addresses, deadlines, a person’s confirmation, an outside judge. They are hashed, so that a change shows.</p>
      </li>
      <li>
        <h3>Verify what arrives</h3>
        <p>Deterministic checkers give the same verdict each time, unit by unit. What cannot be decided is said to be undecided, never passed.</p>
      </li>
      <li>
        <h3>Keep the receipt</h3>
        <p>The receipt states what was accepted, what that earned and who signed it. It verifies with the service switched off.</p>
      </li>
    </ol>
  </section>`
}
