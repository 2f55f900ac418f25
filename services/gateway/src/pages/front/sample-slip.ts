import { badge, html, icon } from '@outturn/pages'
import type { VNode } from 'preact'

const lines: readonly (readonly [text: string, amount: string])[] = [
  ['Row 1 · Aurora Robotics', '2.50'],
  ['Row 2 · Blue Heron Foods', '2.50'],
  ['Row 3 · website is not a web address', '0.00'],
  ['Row 4 · Dune Analytics', '2.50'],
]

/** A picture of a receipt: what the form below it gives. */
export function sampleSlip(): VNode {
  return html`<article class="slip" aria-label="Sample of an outcome receipt">
    <div class="row end"><span class="kicker">Outcome receipt</span>${badge('partial', 'Partly passed')}</div>
    <div class="stack-s">
      <p class="sum">7.50 <small>of 10.00 USD earned</small></p>
      <ul class="lines">
        ${lines.map(
          ([text, amount]) =>
            html`<li class=${amount === '0.00' ? 'off' : null}><span>${text}</span><span>${amount}</span></li>`,
        )}
        <li class="total"><span>Earned</span><span>7.50</span></li>
      </ul>
    </div>
    <div class="proof still">
      ${icon('shield')}
      <p class="small"><strong>Signed with Ed25519.</strong> <span class="quiet">Each receipt has a page that checks the signature in the browser of its reader, and verifies offline.</span></p>
    </div>
  </article>`
}
