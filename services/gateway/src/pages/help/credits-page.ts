import { packCents } from '@outturn/contracts'
import { card, codeBlock, html, pageShell, type Site } from '@outturn/pages'
import type { VNode } from 'preact'

/** By which protocols this deployment sells credit packs now. */
export type PackWays = { readonly card: boolean; readonly wallet: boolean }

/** Where an answer with `credits_required` leads: how an account of this deployment gets credits. */
export function creditsPage(site: Site, sells: PackWays): VNode {
  return pageShell({ title: 'Credits', site, hasCode: true }, [
    html`<div class="wrap read stack hero plain">
      <h1>Credits</h1>
      <p class="lead">A verification is paid from the monthly allowance of its account, and from the credits of the account when the allowance is used up.</p>
      ${packsCard(sells)}
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

const packs = packCents.map((cents) => String(cents / 100))

/** How a program buys credits by itself; nothing where none are sold. */
function packsCard({ card: byCard, wallet }: PackWays): VNode | null {
  if (!byCard && !wallet) return null
  const ways = [
    ...(byCard ? [html`by card: <code>POST /api/v1/credits/packs/mpp</code>`] : []),
    ...(wallet ? [html`from a wallet, in USDC: <code>POST /api/v1/credits/packs/x402</code>`] : []),
  ]
  return card({ id: 'buy', title: 'Buy credits' }, [
    byCard
      ? html`<p>An owner or a billing person of the account buys packs by card in the console: <a href="/console/credits">buy by card</a>.</p>`
      : null,
    html`<p>Packs of ${packs.slice(0, -1).join(', ')} and ${packs.at(-1)} USD are sold to programs with the key of the account:</p>`,
    html`<ul>${ways.map((way) => html`<li>${way}</li>`)}</ul>`,
    html`<p>The first request is answered with 402 and the price; send it again with the payment. <a href="/docs/guide/credits">The guide</a> has whole samples, and <code>outturn pay pack 500</code> does it in a terminal.</p>`,
  ])
}
