import type { PackPurchase } from '@outturn/contracts'
import { html, keyValues, minuteText, note, pageShell, usdText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import type { PageSite } from '../../../pages/site.ts'
import { purchaseBadge } from './credits-page.ts'

type Followed = PackPurchase & { readonly paymentUrl: string | null }

/** A purchase as billing knows it, with the way to pay it while it is open. */
export function purchaseContent(purchase: Followed): ComponentChildren {
  const { id, packCents, createdAt, endedAt, paymentUrl } = purchase
  const amount = usdText(BigInt(packCents) * 10_000n)
  return [
    html`<p class="crumbs"><a href="/console/credits">Credits</a> / Purchase</p>`,
    html`<div class="title"><div><h1>Credits for ${amount} USD</h1></div></div>`,
    html`<div class="stack" id="purchase" data-refresh=${purchase.state === 'open' ? '5000' : undefined}>
      ${stateNote(purchase, amount)}
      <div class="card">${keyValues('purchase-facts', [
        ['State', purchaseBadge(purchase)],
        ['Purchase', html`<span class="mono">${id}</span>`],
        ['Begun', minuteText(createdAt)],
        ...(endedAt === null ? [] : [['Ended', minuteText(endedAt)] as const]),
      ])}
        ${
          paymentUrl === null
            ? null
            : html`<p class="row"><a class="btn go" href=${paymentUrl} rel="noreferrer">Pay ${amount} USD by card</a><a class="btn" href=${`/console/credits/purchases/${id}`}>Look again</a></p>`
        }
      </div>
    </div>`,
  ]
}

function stateNote({ state, paymentUrl }: Followed, amount: string): VNode {
  switch (state) {
    case 'granted':
      return note(
        'good',
        html`<span class="strong">${amount} USD were added to the credits.</span> <a href="/console/credits">See the credits</a>`,
      )
    case 'refused':
      return note(
        'warn',
        html`<span class="strong">Nothing was paid, and nothing was charged.</span> The page of the payment processor has ended. <a href="/console/credits">Buy again</a>`,
      )
    case 'open':
      return paymentUrl === null
        ? note(
            'warn',
            'The payment processor does not answer now, so the state is not known. A payment that was made becomes credits by itself: do not pay again.',
          )
        : note(
            'info',
            'Not paid yet, as far as the payment processor says. The button leads to its page and back here. It ends after two hours.',
          )
    default:
      return state satisfies never
  }
}

/** Where the payment processor sends a browser back to: it says nothing of the payment, and leads on to the page that reads it. */
export function purchaseReturnPage(site: PageSite, purchaseId: string): VNode {
  return pageShell(
    { title: 'Back from the payment', site },
    html`<div class="centre"><div class="stack">
      <h1>Back from the payment</h1>
      <p class="quiet">The purchase shows whether it was paid, as our service knows it.</p>
      <p><a class="btn go big wide" href=${`/console/credits/purchases/${purchaseId}`}>See the purchase</a></p>
    </div></div>`,
  )
}
