import { ConfigError, readConfig } from '@outturn/service'
import { expect, test } from 'vitest'
import { fetcherConfig } from './config.ts'

const variables = {
  NATS_URL: 'nats://127.0.0.1:4222',
  OUTTURN_NATS_PASSWORD: 'a-password',
  OUTTURN_DEMO_NATS_PASSWORD: 'a-password',
}

test('nothing but the public internet on 80 and 443 is observed by default', () => {
  const config = readConfig(fetcherConfig, variables)
  expect(config.OUTTURN_FETCH_PORTS).toBeUndefined()
  expect(config.OUTTURN_FETCH_ALLOW_ADDRESSES).toBeUndefined()
})

test('exceptions are refused in a production deployment, which is the default', () => {
  const withExceptions = { ...variables, OUTTURN_FETCH_ALLOW_ADDRESSES: '127.0.0.0/8, ::1/128' }
  expect(() => readConfig(fetcherConfig, withExceptions)).toThrow(ConfigError)
  const config = readConfig(fetcherConfig, { ...withExceptions, OUTTURN_DEPLOYMENT: 'test' })
  expect(config.OUTTURN_FETCH_ALLOW_ADDRESSES).toEqual(['127.0.0.0/8', '::1/128'])
})

test.each(['127.0.0.1', '300.0.0.0/8', 'localhost/32', '10.0.0.0/99'])('%j is not a CIDR block', (block) => {
  const withBlock = { ...variables, OUTTURN_DEPLOYMENT: 'test', OUTTURN_FETCH_ALLOW_ADDRESSES: block }
  expect(() => readConfig(fetcherConfig, withBlock)).toThrow(ConfigError)
})

test('every way to hand over database credentials is seen', () => {
  const names = [
    'DATABASE_URL',
    'DATABASE_URL_FILE',
    'DEMO_DATABASE_URL',
    'OUTTURN_OWNER_DATABASE_URL',
    'OUTTURN_DEMO_OWNER_DATABASE_URL_FILE',
    'PGHOST',
    'PGPASSWORD',
    'PGPASSFILE',
    'PGSERVICE',
  ]
  for (const name of names) {
    expect(() => readConfig(fetcherConfig, { ...variables, [name]: 'x' })).toThrow(`unset ${name}:`)
  }
  expect(() =>
    readConfig(fetcherConfig, { ...variables, PATH: '/bin', DATABASE_URL: undefined }),
  ).not.toThrow()
})
