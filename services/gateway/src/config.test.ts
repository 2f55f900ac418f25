import { readFileSync } from 'node:fs'
import { type ConfigError, configTable, readConfig } from '@outturn/service'
import { expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'

const required = {
  NATS_URL: 'nats://127.0.0.1:4222',
  OUTTURN_NATS_PASSWORD: 'a password',
  OUTTURN_DEMO_NATS_PASSWORD: 'a password',
  DATABASE_URL: 'postgres://a:b@127.0.0.1/db',
  DEMO_DATABASE_URL: 'postgres://a:b@127.0.0.1/db',
  OUTTURN_KEY_PEPPER: 'a pepper of forty characters for testing',
}
const testKeys = 'alice:spk_test_aaaaaaaaaaaaaaaa'

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(gatewayConfig, { ...required, ...variables })
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('the README shows the configuration as it is', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(gatewayConfig))
})

test('static keys are refused at start in production and taken elsewhere', () => {
  expect(problemsOf({ OUTTURN_TEST_KEYS: testKeys })).toEqual([
    'OUTTURN_TEST_KEYS cannot be used when OUTTURN_DEPLOYMENT is production',
  ])
  expect(problemsOf({ OUTTURN_TEST_KEYS: testKeys, OUTTURN_DEPLOYMENT: 'test' })).toEqual([])
})

test.each([
  ['OUTTURN_TEST_KEYS', 'alice'],
  ['OUTTURN_TRUSTED_PROXIES', 'everyone'],
  ['OUTTURN_KEY_PEPPER', 'short'],
  ['RATE_QUOTA', '0'],
])('%s cannot be %s', (name, value) => {
  expect(problemsOf({ [name]: value, OUTTURN_DEPLOYMENT: 'test' })).toEqual([expect.stringContaining(name)])
})
