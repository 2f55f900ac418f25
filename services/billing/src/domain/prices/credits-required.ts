import {
  buyPackByMpp,
  buyPackByX402,
  creditsPath,
  type CreditsRequired,
  packCents,
  type PaymentMethod,
  Refusal,
} from '@outturn/contracts'
import type { PackRail } from '@outturn/vocabulary'
import { type AccountFunds, spendableMicros } from '../ledger/account-funds.ts'
import { toAllowanceView } from '../ledger/allowance.ts'
import { dollars } from '@outturn/money'
import { listPriceMicros, type Work } from '../tariff/price-list.ts'
import { type BillingTerms, chargeFor } from '../ledger/charge.ts'

/** How credits are added to an account of this environment. */
export type Reload = {
  /** Address of this deployment. */
  readonly publicUrl: string
  /** Protocols by which packs are sold now. */
  readonly packRails: readonly PackRail[]
  /** Chain on which x402 is paid, as CAIP-2. */
  readonly network: string
}

/** Chains by the names that wallets give them. */
const chainNames: Readonly<Record<string, string>> = { 'eip155:8453': 'base', 'eip155:84532': 'base-sepolia' }

/** What a program needs to know to buy a pack by each protocol. */
const packMethods: Record<PackRail, (reload: Reload) => PaymentMethod> = {
  mpp: ({ publicUrl }) => ({
    type: 'mpp',
    authorization: 'agent_credential',
    url: `${publicUrl}${buyPackByMpp.http.path}`,
    packs_cents: [...packCents],
    methods: ['card'],
    protocol: 'mpp',
  }),
  x402: ({ publicUrl, network }) => ({
    type: 'x402',
    authorization: 'agent_wallet',
    url: `${publicUrl}${buyPackByX402.http.path}`,
    packs_cents: [...packCents],
    chains: [chainNames[network] ?? network],
    asset: 'usdc',
    network,
    facilitator: 'hosted',
    protocol: 'x402',
    x402_version: 2,
  }),
}

/** The refusal of work that the funds do not cover; its details are the contract's 402 body. */
export function creditsRequired(
  funds: AccountFunds,
  work: Work,
  terms: BillingTerms,
  reload: Reload,
  now: Date,
): Refusal {
  return new Refusal('credits_required', 'This costs more than the allowance and credits that are left.', {
    details: creditsRequiredDetails(funds, work, terms, reload, now),
  })
}

function creditsRequiredDetails(
  funds: AccountFunds,
  work: Work,
  terms: BillingTerms,
  reload: Reload,
  now: Date,
): CreditsRequired {
  const { prices } = terms
  const { used, verificationMicros, compileMicros } = chargeFor(funds, work, terms, now)
  const allowance = toAllowanceView(funds.included ?? terms.includedByDefault, used)
  const maximum = listPriceMicros(prices, work)
  const verification = listPriceMicros(prices, { ...work, compiles: 0 })
  const due = verificationMicros + compileMicros
  const available = spendableMicros(funds, now)
  const topUpUrl = `${reload.publicUrl}${creditsPath}`
  return {
    retry_after: 'reload',
    quote: {
      currency: 'USD',
      compile: {
        pricing_version: prices.pricingVersion,
        amount_micros: String(maximum - verification),
      },
      verification: {
        pricing_version: prices.pricingVersion,
        amount_micros: String(verification),
      },
      maximum_micros: String(maximum),
      amount_due_micros: String(due),
    },
    balance: { available_micros: String(available) },
    allowance,
    included_remaining: {
      verification_runs: allowance.verification.remaining,
      free_text_compiles: allowance.compile.remaining,
      resets_on: allowance.period_end,
    },
    available_balance_micros: String(available),
    available_balance_usd: dollars(available),
    required_for_request_micros: String(due),
    required_for_request_usd: dollars(due),
    minimum_reload_cents: 500,
    payment_methods: [
      { type: 'hosted_checkout', authorization: 'account_owner', url: topUpUrl },
      ...reload.packRails.map((rail) => packMethods[rail](reload)),
    ],
    top_up_url: topUpUrl,
  }
}
