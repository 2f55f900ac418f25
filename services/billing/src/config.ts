import type { Environment } from '@outturn/contracts'
import { commonConfig, defineConfig, type EnvironmentConfig, flag, integer } from '@outturn/service'
import { z } from 'zod'
import { type Rail, rails } from './domain/payment-methods.ts'
import type { PriceList } from './domain/price-list.ts'

const price = integer({ min: 0, max: 1_000_000_000_000 })
const included = integer({ min: 0, max: 1_000_000_000 })
const delay = integer({ min: 1_000, max: 86_400_000 })

/** Settings of the billing service, beside the common ones. */
export const billingConfig = defineConfig({
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
  OUTTURN_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:8080')
    .describe('Address under which people and clients reach this deployment; credits are bought there.'),
  OUTTURN_RAIL_MPP: flag().default(false).describe('Offer credit packs over MPP when credits run out.'),
  OUTTURN_RAIL_X402: flag().default(false).describe('Offer credit packs over x402 when credits run out.'),
  OUTTURN_RESERVATION_CHECK_MS: delay
    .default(60_000)
    .describe('How long a run is reserved for before its outcome is asked for, in milliseconds.'),
  OUTTURN_RESERVATION_GIVE_UP_MS: delay
    .default(600_000)
    .describe('After how long the reservation of a run that nobody knows is voided, in milliseconds.'),
})

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

const railSettings = {
  mpp: 'OUTTURN_RAIL_MPP',
  x402: 'OUTTURN_RAIL_X402',
} as const satisfies Record<Rail, keyof BillingConfig>

/** The payment rails that this deployment offers. */
export function enabledRails(config: BillingConfig): Rail[] {
  return rails.filter((rail) => config[railSettings[rail]])
}
