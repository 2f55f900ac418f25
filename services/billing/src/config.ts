import { isZeroAddress, parseAddress } from '@outturn/evm-token/address'
import type { Environment } from '@outturn/vocabulary'
import {
  commonConfig,
  defineConfig,
  type EnvironmentConfig,
  integer,
  isPrivateUrl,
  secret,
} from '@outturn/service'
import { z } from 'zod'
import type { MppTerms } from './adapters/mpp.ts'
import type { StripeAccess } from './adapters/stripe.ts'
import type { X402Settings } from './adapters/x402-lane.ts'
import type { PriceList } from './domain/tariff/price-list.ts'
import type { WorkPrices } from './domain/tariff/work-fees.ts'

const price = integer({ min: 0, max: 1_000_000_000_000 })
const included = integer({ min: 0, max: 1_000_000_000 })
const basisPoints = integer({ min: 0, max: 10_000 })
const evmAddress = z
  .string()
  .refine(
    (text) => parseAddress(text) !== null,
    'must be 0x and 40 hex digits, in one case or with its EIP-55 checksum',
  )
  .refine((text) => !isZeroAddress(text), 'must not be the zero address')
const webAddress = z.url({ protocol: /^https?$/ })
const delay = integer({ min: 1_000, max: 86_400_000 })

/** Settings of the billing service, beside the common ones. */
export const billingConfig = defineConfig(
  {
    ...commonConfig,
    OUTTURN_PRICING_VERSION: z
      .string()
      .regex(/^[\w.-]{1,32}$/, 'must be 1 to 32 letters, digits, dots, hyphens and underscores')
      .default('2026-01')
      .describe('Name of this price list, quoted with every price.'),
    OUTTURN_VERIFICATION_PRICE_MICROS: price
      .default(100_000)
      .describe('Price of a verification run in micros of a dollar.'),
    OUTTURN_COMPILE_PRICE_MICROS: price
      .default(50_000)
      .describe('Price of a compile from free text in micros of a dollar.'),
    OUTTURN_DEMO_VERIFICATION_PRICE_MICROS: price
      .default(0)
      .describe('Price of a verification run in the demo environment, where nothing is sold by default.'),
    OUTTURN_DEMO_COMPILE_PRICE_MICROS: price
      .default(0)
      .describe('Price of a compile from free text in the demo environment.'),
    OUTTURN_ALLOWANCE_VERIFICATIONS: included
      .default(20)
      .describe('Verification runs that an account has included in each UTC calendar month.'),
    OUTTURN_ALLOWANCE_COMPILES: included
      .default(20)
      .describe('Compiles from free text that an account has included in each UTC calendar month.'),
    OUTTURN_SERVICE_FEE_ESTIMATED_BP: basisPoints
      .default(200)
      .describe('Service fee on agent work that a quote estimates, in basis points of its value.'),
    OUTTURN_SERVICE_FEE_MAXIMUM_BP: basisPoints
      .default(500)
      .describe('Service fee on agent work that a quote allows at most, in basis points of its value.'),
    OUTTURN_RAIL_FEE_ESTIMATED_BP: basisPoints
      .default(20)
      .describe('Fee of the payment rail that a quote estimates, in basis points of the value of the work.'),
    OUTTURN_RAIL_FEE_MAXIMUM_BP: basisPoints
      .default(100)
      .describe(
        'Fee of the payment rail that a quote allows at most, in basis points of the value of the work.',
      ),
    OUTTURN_QUOTE_TTL_SECONDS: integer({ min: 60, max: 2_592_000 })
      .default(86_400)
      .describe('How long a quote on agent work holds, in seconds.'),
    OUTTURN_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:8080')
      .describe('Address under which people and clients reach this deployment; credits are bought there.'),
    OUTTURN_MPP_SECRET: secret(
      z
        .string()
        .min(32)
        .optional()
        .describe(
          'Authenticates the challenges of credit packs; with the Stripe key and network id it turns on their sale by card, in production.',
        ),
    ),
    OUTTURN_MPP_CHALLENGE_TTL_SECONDS: integer({ min: 30, max: 86_400 })
      .default(300)
      .describe('How long a challenge to pay for a credit pack can be answered, in seconds.'),
    OUTTURN_STRIPE_SECRET_KEY: secret(
      z.string().min(1).optional().describe('Secret key of the Stripe account that is paid.'),
    ),
    OUTTURN_STRIPE_NETWORK_ID: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be the id of a Stripe profile')
      .optional()
      .describe('Stripe profile for which payers make their tokens, `profile_…`.'),
    OUTTURN_STRIPE_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isPrivateUrl, 'must be https, or http on this machine')
      .default('https://api.stripe.com')
      .describe('Address of the Stripe API.'),
    OUTTURN_X402_PAY_TO: evmAddress
      .optional()
      .describe('Address that single calls are paid to by x402; without one the lane is off.'),
    OUTTURN_X402_FACILITATOR_URL: webAddress
      .optional()
      .describe('Facilitator that checks and settles payments; required with OUTTURN_X402_PAY_TO.'),
    OUTTURN_X402_FACILITATOR_TOKEN: secret(
      z.string().min(1).optional().describe('Bearer token for the facilitator, where it asks for one.'),
    ),
    OUTTURN_X402_FACILITATOR_TIMEOUT_MS: integer({ min: 500, max: 15_000 })
      .default(6_000)
      .describe(
        'How long an answer of the facilitator is waited for before the chain is asked, in milliseconds.',
      ),
    // Providers of chains put a key into it.
    OUTTURN_X402_RPC_URL: secret(
      webAddress
        .optional()
        .describe('JSON-RPC of the chain, which decides about payments; required with OUTTURN_X402_PAY_TO.'),
    ),
    OUTTURN_X402_NETWORK: z
      .string()
      .regex(/^eip155:[1-9]\d{0,17}$/, 'must be an EVM chain as CAIP-2, such as eip155:8453')
      .default('eip155:8453')
      .describe('Chain of the payments, as CAIP-2; Base by default.'),
    OUTTURN_X402_ASSET: evmAddress
      .default('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
      .describe('Token of the payments, with 6 decimals and one dollar each; USDC on Base by default.'),
    OUTTURN_X402_TOKEN_NAME: z
      .string()
      .min(1)
      .default('USD Coin')
      .describe(
        'Name under which holders of the token sign; the lane stays off where the chain says another.',
      ),
    OUTTURN_X402_TOKEN_VERSION: z
      .string()
      .min(1)
      .default('2')
      .describe(
        'Version under which holders of the token sign; the lane stays off where the chain says another.',
      ),
    OUTTURN_X402_PAYMENT_IDENTIFIER: z
      .enum(['optional', 'required'])
      .default('optional')
      .describe(
        'Whether a payment may or must carry an id of its payer, by the x402 extension payment-identifier: `optional` or `required`.',
      ),
    OUTTURN_X402_FINAL_AFTER_BLOCKS: integer({ min: 0, max: 1_000_000 })
      .default(900)
      .describe('Blocks after which a transfer is compared with the records; 900 are half an hour on Base.'),
    OUTTURN_RESERVATION_CHECK_MS: delay
      .default(60_000)
      .describe('How long a run is reserved for before its outcome is asked for, in milliseconds.'),
    OUTTURN_RESERVATION_GIVE_UP_MS: delay
      .default(600_000)
      .describe('After how long the reservation of an unknown run is voided, in milliseconds.'),
    OUTTURN_OUTCOME_INDEX_MIN_ACCOUNT_AGE_DAYS: integer({ min: 0, max: 365 })
      .default(7)
      .describe('Age from which an account counts towards the three of a row of the outcome index, in days.'),
    OUTTURN_LOW_BALANCE_MICROS: price
      .default(2_000_000)
      .describe(
        'Balance below which the people of an account get a mail, in micros of a dollar, unless the account sets its own; 0 is never.',
      ),
  },
  {
    check: (config) => [
      ...feesInOrder(
        'SERVICE',
        config.OUTTURN_SERVICE_FEE_ESTIMATED_BP,
        config.OUTTURN_SERVICE_FEE_MAXIMUM_BP,
      ),
      ...feesInOrder('RAIL', config.OUTTURN_RAIL_FEE_ESTIMATED_BP, config.OUTTURN_RAIL_FEE_MAXIMUM_BP),
      ...wholeLane(config),
      ...payeeReached(config),
    ],
  },
)

function feesInOrder(fee: 'SERVICE' | 'RAIL', estimatedBp: number, maximumBp: number): string[] {
  return estimatedBp <= maximumBp
    ? []
    : [`OUTTURN_${fee}_FEE_ESTIMATED_BP must be at most OUTTURN_${fee}_FEE_MAXIMUM_BP`]
}

/** What the sale of packs by card needs; all of it or none. */
const laneSettings = ['OUTTURN_MPP_SECRET', 'OUTTURN_STRIPE_SECRET_KEY', 'OUTTURN_STRIPE_NETWORK_ID'] as const

function wholeLane(config: Readonly<Record<(typeof laneSettings)[number], unknown>>): string[] {
  const missing = laneSettings.filter((name) => config[name] === undefined)
  return missing.length === 0 || missing.length === laneSettings.length
    ? []
    : [`${missing.join(' and ')} must be set too, or none of ${laneSettings.join(', ')}`]
}

/** Who is paid by x402 must be able to ask whether a payment was made. */
function payeeReached(config: {
  OUTTURN_X402_PAY_TO?: string | undefined
  OUTTURN_X402_FACILITATOR_URL?: string | undefined
  OUTTURN_X402_RPC_URL?: string | undefined
  OUTTURN_VERIFICATION_PRICE_MICROS: number
}): string[] {
  if (config.OUTTURN_X402_PAY_TO === undefined) return []
  const needed = ['OUTTURN_X402_FACILITATOR_URL', 'OUTTURN_X402_RPC_URL'] as const
  return [
    ...needed.filter((name) => config[name] === undefined).map((name) => `OUTTURN_X402_PAY_TO needs ${name}`),
    ...(config.OUTTURN_VERIFICATION_PRICE_MICROS > 0
      ? []
      : ['OUTTURN_X402_PAY_TO needs a price: OUTTURN_VERIFICATION_PRICE_MICROS is 0']),
  ]
}

export type BillingConfig = EnvironmentConfig<typeof billingConfig.shape>

const pricesOf = {
  production: (config) => ({
    verificationMicros: BigInt(config.OUTTURN_VERIFICATION_PRICE_MICROS),
    compileMicros: BigInt(config.OUTTURN_COMPILE_PRICE_MICROS),
  }),
  demo: (config) => ({
    verificationMicros: BigInt(config.OUTTURN_DEMO_VERIFICATION_PRICE_MICROS),
    compileMicros: BigInt(config.OUTTURN_DEMO_COMPILE_PRICE_MICROS),
  }),
} satisfies Record<Environment, (config: BillingConfig) => Omit<PriceList, 'pricingVersion'>>

/** What one environment charges. */
export function priceList(config: BillingConfig, environment: Environment): PriceList {
  return { pricingVersion: config.OUTTURN_PRICING_VERSION, ...pricesOf[environment](config) }
}

/** What this deployment takes of agreed work; the same in both environments, so that a demo quote shows the real one. */
export function workPrices(config: BillingConfig): WorkPrices {
  return {
    serviceFee: {
      estimatedBp: config.OUTTURN_SERVICE_FEE_ESTIMATED_BP,
      maximumBp: config.OUTTURN_SERVICE_FEE_MAXIMUM_BP,
    },
    railFee: {
      estimatedBp: config.OUTTURN_RAIL_FEE_ESTIMATED_BP,
      maximumBp: config.OUTTURN_RAIL_FEE_MAXIMUM_BP,
    },
    quoteTtlSeconds: config.OUTTURN_QUOTE_TTL_SECONDS,
  }
}

/** What it takes to sell credit packs by card. */
export type MppSettings = MppTerms &
  StripeAccess & { readonly challengeTtlMs: number; readonly publicUrl: string }

/** How this environment sells credit packs by card; null where it does not. Nothing real is sold in the demo. */
export function mppSettings(config: BillingConfig, environment: Environment): MppSettings | null {
  const { OUTTURN_MPP_SECRET, OUTTURN_STRIPE_SECRET_KEY, OUTTURN_STRIPE_NETWORK_ID } = config
  const isWhole =
    OUTTURN_MPP_SECRET !== undefined &&
    OUTTURN_STRIPE_SECRET_KEY !== undefined &&
    OUTTURN_STRIPE_NETWORK_ID !== undefined
  if (environment !== 'production' || !isWhole) return null
  return {
    secret: OUTTURN_MPP_SECRET,
    realm: new URL(config.OUTTURN_PUBLIC_URL).host,
    networkId: OUTTURN_STRIPE_NETWORK_ID,
    secretKey: OUTTURN_STRIPE_SECRET_KEY,
    url: config.OUTTURN_STRIPE_URL,
    publicUrl: publicUrlOf(config),
    challengeTtlMs: config.OUTTURN_MPP_CHALLENGE_TTL_SECONDS * 1_000,
  }
}

/** How this deployment is paid for single calls; null where it says no payee. */
export function x402Settings(config: BillingConfig): X402Settings | null {
  const {
    OUTTURN_X402_PAY_TO: payTo,
    OUTTURN_X402_FACILITATOR_URL: facilitatorUrl,
    OUTTURN_X402_RPC_URL: rpcUrl,
  } = config
  if (payTo === undefined || facilitatorUrl === undefined || rpcUrl === undefined) return null
  return {
    network: config.OUTTURN_X402_NETWORK as X402Settings['network'],
    asset: config.OUTTURN_X402_ASSET,
    tokenName: config.OUTTURN_X402_TOKEN_NAME,
    tokenVersion: config.OUTTURN_X402_TOKEN_VERSION,
    payTo,
    facilitatorUrl,
    facilitatorToken: config.OUTTURN_X402_FACILITATOR_TOKEN ?? null,
    facilitatorTimeoutMs: config.OUTTURN_X402_FACILITATOR_TIMEOUT_MS,
    rpcUrl,
    publicUrl: publicUrlOf(config),
    requiresIdentifier: config.OUTTURN_X402_PAYMENT_IDENTIFIER === 'required',
  }
}

/** The address of this deployment, as paths are put behind it. */
export function publicUrlOf({ OUTTURN_PUBLIC_URL: url }: BillingConfig): string {
  return url.replace(/\/$/, '')
}
