import { readFileSync } from 'node:fs'
import { configFor, configTable, readConfig } from '@outturn/service'
import { expect, test } from 'vitest'
import { billingConfig, enabledRails, priceList } from './config.ts'

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

test('only rails that are switched on are offered', () => {
  expect(enabledRails(configOf({}))).toEqual([])
  expect(enabledRails(configOf({ OUTTURN_RAIL_X402: 'on' }))).toEqual(['x402'])
})

test('a negative price stops the start', () => {
  expect(() => configOf({ OUTTURN_VERIFICATION_PRICE_MICROS: '-1' })).toThrow(
    'OUTTURN_VERIFICATION_PRICE_MICROS',
  )
})
