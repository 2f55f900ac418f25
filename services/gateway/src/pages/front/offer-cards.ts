import { packCents } from '@outturn/contracts'
import { decimal } from '@outturn/money'
import { card, type Entry, html, keyValues } from '@outturn/pages'
import type { VNode } from 'preact'

/** What this deployment charges and allows. A part that could not be read is null. */
export type Offer = {
  readonly prices: {
    readonly verificationMicros: string
    readonly compileMicros: string
    readonly includedVerifications: number
    readonly includedCompiles: number
  } | null
  readonly lanes: { readonly x402: boolean; readonly card: boolean } | null
  readonly requestsPerMinute: number
  readonly sandbox: {
    readonly compiles: number
    readonly spools: number
    readonly verifies: number
    readonly ttlMs: number
    readonly maxRows: number
  } | null
}

/** Dollars without needless zeros behind the cents: `0.10`, `0.005`. */
function dollars(micros: string): string {
  return decimal(BigInt(micros), 6).replace(/(\.\d\d\d*?)0+$/, '$1')
}

const packs = packCents.map((cents) => String(cents / 100))
const packList = `${packs.slice(0, -1).join(', ')} and ${packs.at(-1)} USD`

export function pricesCard({ prices, lanes }: Offer): VNode {
  if (prices === null) {
    return card(
      { id: 'price-list', title: 'Prices' },
      html`<p>The prices could not be read. The rest of this page is current. <a href="/#prices">Try again</a></p>`,
    )
  }
  const price = (micros: string) =>
    BigInt(micros) === 0n ? 'Free' : html`<span class="num">${dollars(micros)} USD</span>`
  const ways = [lanes?.card === true ? 'card' : '', lanes?.x402 === true ? 'USDC' : ''].filter(
    (way) => way !== '',
  )
  const entries: Entry[] = [
    ['Verification run', html`${price(prices.verificationMicros)}, nothing when a checker of ours fails`],
    ['Conditions from free text', price(prices.compileMicros)],
    [
      'Included each month',
      `${prices.includedVerifications} runs and ${prices.includedCompiles} free-text compilations`,
    ],
    ['An account', 'The operator of this service opens it and makes its keys'],
    ['Reading, replaying, verifying a receipt', 'Free'],
    ...(ways.length === 0 ? [] : [['Credits', `Packs of ${packList} by ${ways.join(' or ')}`] as const]),
    ...(lanes?.x402 === true
      ? [
          [
            'Without an account',
            html`One call paid by x402, from ${price(prices.verificationMicros)}`,
          ] as const,
        ]
      : []),
  ]
  return card({ id: 'price-list', title: 'Prices' }, keyValues('price-entries', entries))
}

export function limitsCard({ requestsPerMinute, sandbox }: Offer): VNode {
  const session: Entry[] =
    sandbox === null
      ? []
      : [
          [
            'Sandbox session',
            `${sandbox.spools} Spools, ${sandbox.verifies} verifications, ${sandbox.maxRows} rows each, ${Math.round(sandbox.ttlMs / 60_000)} minutes`,
          ],
        ]
  return card(
    { id: 'limits', title: 'Limits' },
    keyValues('limit-entries', [
      ['Requests', `${requestsPerMinute} a minute for an account and address`],
      ['One evidence item', '1 MiB, 50,000 rows'],
      ['Conditions of an agreement (a Spool)', '100'],
      ['Units', '50,000'],
      ...session,
      ['All of them', html`<a href="/docs/guide/limits">Limits, with the error of each</a>`],
    ]),
  )
}
