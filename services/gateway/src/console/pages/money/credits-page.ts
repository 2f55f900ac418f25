import { type CreditsBalance, packCents, type PackPurchase } from '@outturn/contracts'
import { badge, figureRow, html, minuteText, note, postForm, table, textField, usdText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { creditSourceName } from './statement-pages.ts'

export type CreditsPage = {
  /** Each is null where billing did not answer in time. */
  readonly balance: CreditsBalance | null
  readonly threshold: { readonly thresholdMicros: string; readonly defaultMicros: string } | null
  readonly purchases: readonly PackPurchase[] | null
  /** Whether a pack can be bought by card in the browser, and with x402 from a wallet. */
  readonly sells: { readonly card: boolean; readonly wallet: boolean }
  /** What was done a moment ago. */
  readonly done: string | null
  readonly buy: { readonly token: string; readonly formId: string }
  readonly thresholdForm: { readonly token: string; readonly value?: string; readonly error?: string }
}

export const buyPath = '/console/credits/buy'
export const thresholdPath = '/console/credits/threshold'

/** The credits of an account: what is left, where it came from, how to get more. */
export function creditsContent(page: CreditsPage): ComponentChildren {
  const { balance, done } = page
  return [
    done === null ? null : note('good', done, 'done'),
    html`<div class="title"><div><h1>Credits</h1><p>A run is covered by the monthly allowance first, and by credits when the allowance is used up. US dollars.</p></div></div>`,
    html`<div class="stack">
      ${balance === null ? note('warn', html`The balance could not be read. The rest of this page is current. <a href="/console/credits">Try again</a>`) : balanceParts(balance)}
      <div class="cols two">${buyCard(page)}${thresholdCard(page)}</div>
      ${balance === null ? null : grantCard(balance)}
      ${purchaseCard(page.purchases)}
    </div>`,
  ]
}

function balanceParts(balance: CreditsBalance): ComponentChildren {
  const { allowance, owed_micros: owed, pending_micros: pending } = balance
  const { remaining, limit } = allowance.verification
  return [
    BigInt(owed) > 0n
      ? note(
          'warn',
          html`<span class="strong">${usd(owed)} USD are owed.</span> A payment for credits that are spent was reversed. The next purchase settles it first.`,
        )
      : null,
    figureRow([
      { name: 'Available', value: usd(balance.available_micros), more: 'for runs and compilations' },
      { name: 'Held', value: usd(balance.held_micros), more: 'for runs in progress' },
      {
        name: 'Included runs left',
        value: remaining,
        more: `of ${limit.toLocaleString('en')} a month; renewed on ${minuteText(allowance.period_end)}`,
      },
      { name: 'On the way', value: usd(pending), more: 'paid, not added yet' },
    ]),
  ]
}

function buyCard({ sells, buy }: CreditsPage): VNode {
  return html`<section class="card stack" aria-labelledby="buy"><header><h2 id="buy">Buy credits</h2></header>
    ${
      sells.card
        ? postForm({ action: buyPath, token: buy.token, hidden: { form: buy.formId } }, [
            html`<fieldset class="field"><legend>Pack</legend>${packCents.map(
              (cents, index) =>
                html`<label class="pick"><input type="radio" name="pack" value=${cents} checked=${index === packCents.length - 1} /><span><b>${cents / 100} USD</b><span class="small quiet">${usdText(BigInt(cents) * 10_000n)} in credits, which do not expire</span></span></label>`,
            )}</fieldset>`,
            html`<p class="row"><button class="btn go" type="submit">Buy by card</button></p>`,
            html`<p class="small quiet">You confirm by a code from your mail, then pay on a page of the payment processor. We never see the card.</p>`,
          ])
        : html`<p class="small quiet">This deployment sells no credits by card. Its operator adds credits to accounts: <a href="/credits">how to ask for them</a>.</p>`
    }
    ${sells.wallet ? html`<p class="small quiet">A program buys the same packs in USDC: <a href="/docs/guide/credits">buy with x402</a>.</p>` : null}
  </section>`
}

function thresholdCard({ threshold, thresholdForm }: CreditsPage): VNode {
  const { token, value, error } = thresholdForm
  return html`<section class="card stack" aria-labelledby="threshold"><header><h2 id="threshold">Mail when credits are low</h2></header>
    ${
      threshold === null
        ? note('warn', html`The threshold could not be read. <a href="/console/credits">Try again</a>`)
        : postForm({ action: thresholdPath, token }, [
            textField({
              name: 'amount',
              label: 'Below this balance, in US dollars',
              hint: `Owners and billing people get one mail, and another one only after the balance has been one and a half times as high. 0 sends none; empty is ${usd(threshold.defaultMicros)}.`,
              value: value ?? usd(threshold.thresholdMicros).replaceAll(',', ''),
              inputMode: 'decimal',
              isOptional: true,
              maxLength: 20,
              error,
            }),
            html`<p class="row"><button class="btn" type="submit">Change the threshold</button></p>`,
          ])
    }
  </section>`
}

function grantCard({ grants }: CreditsBalance): VNode {
  const ordered = grants.toSorted((a, b) => compareExpiry(a.expires_at, b.expires_at))
  return html`<section class="card flush" id="grants" aria-labelledby="grants-title">
    <header><h2 id="grants-title">Where the credits come from</h2><span class="small quiet">What expires first stands first</span></header>
    ${
      ordered.length === 0
        ? html`<div class="empty"><h3>No credits</h3><p class="quiet small">The monthly allowance needs none.</p></div>`
        : table(
            'Credits by their origin',
            [
              { name: 'Origin', isTitle: true },
              'Since',
              'Expires',
              { name: 'Granted', isNumber: true },
              { name: 'Left', isNumber: true },
            ],
            ordered.map((grant) => [
              html`<span><span class="strong">${creditSourceName(grant.source)}</span><span class="sub mono">${grant.id}</span></span>`,
              minuteText(grant.created_at),
              grant.expires_at === null ? 'never' : minuteText(grant.expires_at),
              usd(grant.original_micros),
              usd(grant.remaining_micros),
            ]),
            { isCaptionShown: false, isFlush: true },
          )
    }
  </section>`
}

function compareExpiry(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null || a < b ? -1 : 1
}

function purchaseCard(purchases: CreditsPage['purchases']): VNode {
  return html`<section class="card flush" id="purchases" aria-labelledby="purchases-title">
    <header><h2 id="purchases-title">Purchases</h2></header>
    ${
      purchases === null
        ? note('warn', html`The purchases could not be read. <a href="/console/credits">Try again</a>`)
        : purchases.length === 0
          ? html`<div class="empty"><h3>No purchase yet</h3><p class="quiet small">Packs that a person or a program of the account buys appear here.</p></div>`
          : table(
              'Purchases',
              [
                { name: 'Purchase', isTitle: true },
                'Begun',
                'Paid by',
                'State',
                { name: 'Credits', isNumber: true },
              ],
              purchases.map((each) => [
                each.isCheckout
                  ? html`<a class="main mono small" href=${`/console/credits/purchases/${each.id}`}>${each.id}</a>`
                  : html`<span class="mono small">${each.id}</span>`,
                minuteText(each.createdAt),
                each.rail === 'x402'
                  ? 'USDC'
                  : each.isCheckout
                    ? 'card, in the browser'
                    : 'card, by a program',
                purchaseBadge(each),
                usdText(BigInt(each.packCents) * 10_000n),
              ]),
              { isCaptionShown: false, isFlush: true },
            )
    }
  </section>`
}

export function purchaseBadge({ state }: Pick<PackPurchase, 'state'>): VNode {
  switch (state) {
    case 'granted':
      return badge('pass', 'credits added')
    case 'refused':
      return badge('neutral', 'not paid')
    case 'open':
      return badge('info', 'open')
    default:
      return state satisfies never
  }
}

function usd(micros: string): string {
  return usdText(BigInt(micros))
}
