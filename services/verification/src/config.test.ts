import { readFileSync } from 'node:fs'
import { ConfigError, configFor, configTable, readConfig } from '@outturn/service'
import { expect, test } from 'vitest'
import { verificationConfig } from './config.ts'
import { fetcherConfig } from './fetcher/config.ts'

test('the README shows the configuration tables of both processes', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(verificationConfig))
  expect(readme).toContain(configTable(fetcherConfig))
})

const required = {
  ENVIRONMENTS: 'production',
  NATS_URL: 'nats://127.0.0.1:4222',
  OUTTURN_NATS_PASSWORD: 'a-password',
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/outturn',
}

function read(variables: Record<string, string>) {
  return readConfig(verificationConfig, { ...required, ...variables })
}

test('a model needs its address and its name', () => {
  const address = { OUTTURN_JUDGE_URL: 'http://127.0.0.1:11434/v1' }
  expect(() => read(address)).toThrow(ConfigError)
  expect(() => read({ OUTTURN_JUDGE_MODEL: 'm' })).toThrow(ConfigError)
  const config = configFor(verificationConfig, read({ ...address, OUTTURN_JUDGE_MODEL: 'm' }), 'production')
  expect([config.OUTTURN_JUDGE_URL, config.OUTTURN_JUDGE_MODEL]).toEqual([address.OUTTURN_JUDGE_URL, 'm'])
})

test('a model for policies needs its address and its name', () => {
  const address = { OUTTURN_POLICY_MODEL_URL: 'https://example.com/v1' }
  expect(() => read(address)).toThrow(ConfigError)
  expect(() => read({ OUTTURN_POLICY_MODEL_NAME: 'm' })).toThrow(ConfigError)
  const config = configFor(
    verificationConfig,
    read({ ...address, OUTTURN_POLICY_MODEL_NAME: 'm' }),
    'production',
  )
  expect([config.OUTTURN_POLICY_MODEL_URL, config.OUTTURN_POLICY_MODEL_NAME]).toEqual([
    address.OUTTURN_POLICY_MODEL_URL,
    'm',
  ])
})

test('one environment may have a model and the other none', () => {
  const demo = { DEMO_DATABASE_URL: required.DATABASE_URL, OUTTURN_DEMO_NATS_PASSWORD: 'a-password' }
  const model = { OUTTURN_JUDGE_URL: 'https://example.com/v1', OUTTURN_JUDGE_MODEL: 'm' }
  const config = read({ ...demo, ...model, ENVIRONMENTS: 'production,demo' })
  expect(configFor(verificationConfig, config, 'demo').OUTTURN_JUDGE_URL).toBeUndefined()
})

test.each(['lab', '[]', '{"lab":"short"}', '{"lab":1}'])('%s are no secrets of judges', (text) => {
  expect(() => read({ OUTTURN_JUDGE_SECRETS: text })).toThrow(ConfigError)
})

test('secrets of judges are read by their source', () => {
  const secrets = { lab: 's'.repeat(32) }
  const config = read({ OUTTURN_JUDGE_SECRETS: JSON.stringify(secrets) })
  expect(configFor(verificationConfig, config, 'production').OUTTURN_JUDGE_SECRETS).toEqual(secrets)
})
