import { readFileSync } from 'node:fs'
import { configFor, configTable, readConfig } from '@outturn/service'
import { expect, test } from 'vitest'
import { billingConfig, mppSettings, priceList, workPrices } from './config.ts'

function configOf(variables: Record<string, string>) {
  const required = {
    ENVIRONMENTS: 'production',
    NATS_URL: 'nats://127.0.0.1:4222',
    OUTTURN_NATS_PASSWORD: 'long-enough',
    DATABASE_URL: 'postgres://127.0.0.1/outturn',
  }
  return configFor(billingConfig, readConfig(billingConfig, { ...required, ...variables }), 'production')
}

test('the README shows the configuration table', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(billingConfig))
})

test('production sells at list price and the demo environment sells nothing, unless told otherwise', () => {
  const config = configOf({ OUTTURN_DEMO_COMPILE_PRICE_MICROS: '7' })
  expect(priceList(config, 'production')).toEqual({
    pricingVersion: '2026-01',
    verificationMicros: 100_000n,
    compileMicros: 50_000n,
  })
  expect(priceList(config, 'demo')).toMatchObject({ verificationMicros: 0n, compileMicros: 7n })
})

test('a negative price stops the start', () => {
  expect(() => configOf({ OUTTURN_VERIFICATION_PRICE_MICROS: '-1' })).toThrow(
    'OUTTURN_VERIFICATION_PRICE_MICROS',
  )
})

test('the fees on agent work are read in basis points, and an estimate over its maximum stops the start', () => {
  expect(workPrices(configOf({ OUTTURN_RAIL_FEE_MAXIMUM_BP: '30' }))).toEqual({
    serviceFee: { estimatedBp: 200, maximumBp: 500 },
    railFee: { estimatedBp: 20, maximumBp: 30 },
    quoteTtlSeconds: 86_400,
  })
  expect(() => configOf({ OUTTURN_RAIL_FEE_MAXIMUM_BP: '19' })).toThrow('OUTTURN_RAIL_FEE_ESTIMATED_BP')
})

const lane = {
  OUTTURN_MPP_SECRET: 'a secret of at least thirty-two characters',
  OUTTURN_STRIPE_SECRET_KEY: 'sk_test_1',
  OUTTURN_STRIPE_NETWORK_ID: 'profile_1',
}

test('packs are sold by card where all settings of it are there, and in production alone', () => {
  const config = configOf({ ...lane, OUTTURN_PUBLIC_URL: 'https://outturn.example/' })
  expect(mppSettings(config, 'production')).toEqual({
    secret: lane.OUTTURN_MPP_SECRET,
    realm: 'outturn.example',
    networkId: 'profile_1',
    secretKey: 'sk_test_1',
    url: 'https://api.stripe.com',
    challengeTtlMs: 300_000,
    publicUrl: 'https://outturn.example',
  })
  expect(mppSettings(config, 'demo')).toBeNull()
  expect(mppSettings(configOf({}), 'production')).toBeNull()
})

test.each(Object.keys(lane))('the sale of packs by card without %s stops the start', (missing) => {
  const { [missing]: _, ...others } = lane as Record<string, string>
  expect(() => configOf(others)).toThrow(`${missing} must be set too`)
})

const payee = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain = {
  OUTTURN_X402_FACILITATOR_URL: 'http://127.0.0.1:1',
  OUTTURN_X402_RPC_URL: 'http://127.0.0.1:2',
}

test('a payee whose checksum is wrong stops the start, and one in lower case does not', () => {
  const mistyped = payee.replace('fFb', 'Ffb')
  expect(() => configOf({ ...chain, OUTTURN_X402_PAY_TO: mistyped })).toThrow('OUTTURN_X402_PAY_TO')
  expect(configOf({ ...chain, OUTTURN_X402_PAY_TO: payee.toLowerCase() }).OUTTURN_X402_PAY_TO).toBe(
    payee.toLowerCase(),
  )
})

test('cards are not charged over a connection that others can read', () => {
  expect(() => configOf({ ...lane, OUTTURN_STRIPE_URL: 'http://stripe.example' })).toThrow(
    'OUTTURN_STRIPE_URL',
  )
})
