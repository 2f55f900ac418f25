import { card, codeBlock, html, pageShell, type Site } from '@outturn/pages'
import type { VNode } from 'preact'

/** Where an answer with `credits_required` leads: how an account of this deployment gets credits. */
export function creditsPage(site: Site): VNode {
  return pageShell({ title: 'Credits', site }, [
    html`<div class="wrap read stack hero plain">
      <h1>Credits</h1>
      <p class="lead">A verification is paid from the monthly allowance of its account, and from the credits of the account when the allowance is used up.</p>
      ${card({ id: 'add', title: 'Add credits' }, [
        html`<p>The operator of this deployment adds credits to accounts. Ask for them under the id of your account, which begins with <code>acc_</code>.</p>`,
        html`<p>On a system of your own you are the operator:</p>`,
        codeBlock('Terminal', 'npm run admin -- credits grant --account acc_… --cents 5000 --note "top-up"'),
      ])}
      ${card(
        { id: 'see', title: 'See what is left' },
        html`<p><code>GET /api/v1/credits/balance</code> answers with the credits and the allowance. When the balance covers the price, send the refused request again, with the same idempotency key.</p>`,
      )}
    </div>`,
  ])
}
