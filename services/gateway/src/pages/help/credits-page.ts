import { html, pageShell } from '@outturn/pages'
import type { VNode } from 'preact'
import type { PageAssets } from '../assets.ts'

/** Where an answer with `credits_required` leads: how an account of this deployment gets credits. */
export function creditsPage(assets: PageAssets): VNode {
  return pageShell({ title: 'Credits', assets }, [
    html`<h1>Credits</h1>`,
    html`<p>A verification is paid from the monthly allowance of its account, and from the credits of the account when the allowance is used up.</p>`,
    html`<section aria-labelledby="add-title">
      <h2 id="add-title">Add credits</h2>
      <p>The operator of this deployment adds credits to accounts. Ask for them under the id of your account, which begins with <code>acc_</code>.</p>
      <p>On a system of your own you are the operator:</p>
      <pre><code>npm run admin -- credits grant --account acc_… --cents 5000 --note "top-up"</code></pre>
    </section>`,
    html`<section aria-labelledby="see-title">
      <h2 id="see-title">See what is left</h2>
      <p><code>GET /api/v1/credits/balance</code> answers with the credits and the allowance. When the balance covers the price, send the refused request again, with the same idempotency key.</p>
    </section>`,
  ])
}
