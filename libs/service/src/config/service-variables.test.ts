import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './read-config.ts'
import { serviceVariables, variablesOfOne } from './service-variables.ts'
import { perEnvironment } from './setting.ts'

const spool = { name: 'spool', shape: { NATS_URL: z.string(), OUTTURN_POOL_MAX: z.string() } } as const
const audit = {
  name: 'document-audit',
  shape: { NATS_URL: z.string(), OUTTURN_POOL_MAX: z.string(), OUTTURN_KEY: perEnvironment(z.string()) },
} as const
const hosted = [spool, audit]

test('a setting of all is that of each service that knows it, and one of its own wins', () => {
  const variables = {
    NATS_URL: 'nats://one',
    OUTTURN_POOL_MAX: '4',
    SPOOL__OUTTURN_POOL_MAX: '8',
    DOCUMENT_AUDIT__OUTTURN_DEMO_KEY_FILE: '/keys/demo',
    OUTTURN_KEY: 'k',
    PATH: '/bin',
  }
  const own = serviceVariables(hosted, variables)
  expect(own.spool).toEqual({ NATS_URL: 'nats://one', OUTTURN_POOL_MAX: '8', PATH: '/bin' })
  expect(own['document-audit']).toEqual({
    NATS_URL: 'nats://one',
    OUTTURN_POOL_MAX: '4',
    OUTTURN_KEY: 'k',
    OUTTURN_DEMO_KEY_FILE: '/keys/demo',
    PATH: '/bin',
  })
})

test('a file of its own takes the place of a value of all, and a value that of a file', () => {
  const fileOfItsOwn = { NATS_URL: 'nats://all', SPOOL__NATS_URL_FILE: '/own' }
  expect(serviceVariables([spool], fileOfItsOwn).spool).toEqual({ NATS_URL_FILE: '/own' })
  const valueOfItsOwn = { NATS_URL_FILE: '/all', SPOOL__NATS_URL: 'nats://own' }
  expect(serviceVariables([spool], valueOfItsOwn).spool).toEqual({ NATS_URL: 'nats://own' })
})

test('one service sees nothing that is of another alone', () => {
  const own = serviceVariables(hosted, { DOCUMENT_AUDIT__NATS_URL: 'nats://secret' })
  expect(JSON.stringify(own.spool)).not.toContain('secret')
})

test.each([
  [
    { OUTTURN_POOL_MX: '3' },
    'OUTTURN_POOL_MX is not a setting of this process; did you mean OUTTURN_POOL_MAX?',
  ],
  [
    { SIGNING__OUTTURN_POOL_MAX: '3' },
    'SIGNING__OUTTURN_POOL_MAX is a setting of signing, which this process does not host',
  ],
  [{ SPOOL__NATS_ULR: 'x' }, 'NATS_ULR is not a setting of this process; did you mean NATS_URL?'],
  [{ SPOOL__UNKNOWN: 'x' }, 'UNKNOWN is not a setting of this process'],
])('%j stops the start', (variables, problem) => {
  expect(() => serviceVariables(hosted, variables)).toThrow(new ConfigError([problem]))
})

test('a misspelt setting of one service is left to that service to refuse', () => {
  expect(serviceVariables(hosted, { SPOOL__OUTTURN_POOL_MX: '3' }).spool).toEqual({ OUTTURN_POOL_MX: '3' })
})

test('the only service of a process takes what is named for it, and refuses what it does not know', () => {
  const variables = {
    NATS_URL: 'nats://one',
    SPOOL__OUTTURN_POOL_MAX: '8',
    OUTTURN_POOL_MX: '3',
    SIGNING__X: '1',
  }
  expect(variablesOfOne(spool, variables)).toEqual({
    NATS_URL: 'nats://one',
    OUTTURN_POOL_MAX: '8',
    OUTTURN_POOL_MX: '3',
  })
  const problem = 'NATS_ULR is not a setting of this process; did you mean NATS_URL?'
  expect(() => variablesOfOne(spool, { SPOOL__NATS_ULR: 'x' })).toThrow(new ConfigError([problem]))
})

test('what the process reads itself is no stranger', () => {
  expect(serviceVariables(hosted, { OUTTURN_SERVICES: 'spool' }, ['OUTTURN_SERVICES']).spool).toEqual({})
})
