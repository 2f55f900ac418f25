import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commonSettings } from './common-settings.ts'
import { defineConfig } from './define-config.ts'
import { ConfigError, configFor, readConfig, readSettings } from './read-config.ts'
import { integer, perEnvironment, secret } from './setting.ts'

const definition = defineConfig({
  ENVIRONMENTS: commonSettings.ENVIRONMENTS,
  DATABASE_URL: perEnvironment(secret(z.url().describe('Where the rows are.'))),
  OUTTURN_PEPPER: perEnvironment(secret(z.string().min(4))),
  OUTTURN_POOL_MAX: integer({ min: 1, max: 20 }).default(8),
  OUTTURN_NOTE: z.string().optional(),
})

const complete = {
  DATABASE_URL: 'postgres://a',
  DEMO_DATABASE_URL: 'postgres://b',
  OUTTURN_PEPPER: 'production pepper',
  OUTTURN_DEMO_PEPPER: 'demo pepper',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(definition, variables)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('each hosted environment has its own value, and the others their defaults', () => {
  const config = readConfig(definition, complete)
  expect(config.DATABASE_URL).toEqual({ production: 'postgres://a', demo: 'postgres://b' })
  expect(config.OUTTURN_POOL_MAX).toBe(8)
  expect(config.OUTTURN_NOTE).toBeUndefined()
})

test('an instance sees the values of its environment under the same names', () => {
  const config = readConfig(definition, complete)
  expect(configFor(definition, config, 'demo')).toMatchObject({
    DATABASE_URL: 'postgres://b',
    OUTTURN_PEPPER: 'demo pepper',
    OUTTURN_POOL_MAX: 8,
  })
})

test('an environment that is not hosted needs no values', () => {
  const config = readConfig(definition, {
    ENVIRONMENTS: 'demo',
    DEMO_DATABASE_URL: 'postgres://b',
    OUTTURN_DEMO_PEPPER: 'demo pepper',
  })
  expect(config.DATABASE_URL).toEqual({ demo: 'postgres://b' })
})

test('all problems are told at once, and no value of a secret is among them', () => {
  const problems = problemsOf({
    ...complete,
    DATABASE_URL: 'not an address',
    OUTTURN_DEMO_PEPPER: undefined,
    OUTTURN_POOL_MAX: '0x10',
  })
  expect(problems).toHaveLength(3)
  expect(problems.join('\n')).toMatch(/DATABASE_URL is not valid/)
  expect(problems).toContain('OUTTURN_DEMO_PEPPER is required')
  expect(problems.join('\n')).toContain('OUTTURN_POOL_MAX is not valid')
  expect(problems.join('\n')).not.toContain('not an address')
})

test.each(['', undefined])('a variable that is %j counts as not set', (value) => {
  expect(problemsOf({ ...complete, OUTTURN_PEPPER: value })).toEqual(['OUTTURN_PEPPER is required'])
  expect(readConfig(definition, { ...complete, OUTTURN_POOL_MAX: value }).OUTTURN_POOL_MAX).toBe(8)
})

describe('unknown names', () => {
  test('variables that Kubernetes sets for a Service are refused with the cure, and a misspelt port as a setting', () => {
    const links = {
      OUTTURN_GATEWAY_SERVICE_HOST: '10.0.0.1',
      OUTTURN_GATEWAY_SERVICE_PORT: '80',
      OUTTURN_GATEWAY_PORT: 'tcp://10.0.0.1:80',
      OUTTURN_GATEWAY_PORT_80_TCP: 'tcp://10.0.0.1:80',
      OUTTURN_GATEWAY_PORT_80_TCP_ADDR: '10.0.0.1',
    }
    expect(problemsOf({ ...complete, ...links, OUTTURN_HTP_PORT: '8080' })).toEqual([
      'OUTTURN_GATEWAY_SERVICE_HOST and 4 more are variables that Kubernetes sets for a Service; set enableServiceLinks: false in the pod',
      'OUTTURN_HTP_PORT is not a setting of this process; did you mean OUTTURN_PEPPER?',
    ])
  })

  test('a misspelt name of ours stops the start and is told its nearest name', () => {
    expect(problemsOf({ ...complete, OUTTURN_POOL_MAXX: '9' })).toEqual([
      'OUTTURN_POOL_MAXX is not a setting of this process; did you mean OUTTURN_POOL_MAX?',
    ])
  })

  test('a name like no other is told as it is', () => {
    expect(problemsOf({ ...complete, OUTTURN_ZZZZZZZZZZZZZZZZZZZZ: '9' })).toEqual([
      'OUTTURN_ZZZZZZZZZZZZZZZZZZZZ is not a setting of this process',
    ])
  })

  test('other programs may have names of their own', () => {
    expect(problemsOf({ ...complete, PATH: '/bin', OTEL_SERVICE_NAME: 'x' })).toEqual([])
  })
})

describe('files', () => {
  test('the content of NAME_FILE is the value, without its last line end', () => {
    const config = readConfig(definition, {
      ...complete,
      OUTTURN_PEPPER: undefined,
      OUTTURN_PEPPER_FILE: file('pepper', ' from a file \n'),
      OUTTURN_DEMO_PEPPER: undefined,
      OUTTURN_DEMO_PEPPER_FILE: file('demo-pepper', 'two\nlines\r\n'),
    })
    expect(config.OUTTURN_PEPPER).toEqual({ production: ' from a file ', demo: 'two\nlines' })
  })

  test('a value and a file of the same name contradict each other', () => {
    const path = file('other-pepper', 'from a file')
    expect(problemsOf({ ...complete, OUTTURN_PEPPER_FILE: path })).toEqual([
      'OUTTURN_PEPPER and OUTTURN_PEPPER_FILE are both set; keep one',
    ])
  })

  test('a file that cannot be read is named by its variable', () => {
    const variables = { ...complete, OUTTURN_PEPPER: undefined, OUTTURN_PEPPER_FILE: join(folder, 'none') }
    expect(problemsOf(variables)).toContain('OUTTURN_PEPPER_FILE cannot be read: ENOENT')
  })
})

test.each([['production,staging'], ['demo,demo'], ['Demo']])('%j is no list of environments', (text) => {
  expect(problemsOf({ ...complete, ENVIRONMENTS: text }).join()).toContain('ENVIRONMENTS is not valid')
})

test('values that contradict each other are refused by the check of the whole', () => {
  const strict = defineConfig(
    { OUTTURN_LOW: integer({ min: 0, max: 9 }), OUTTURN_HIGH: integer({ min: 0, max: 9 }) },
    { check: ({ OUTTURN_LOW, OUTTURN_HIGH }) => (OUTTURN_LOW > OUTTURN_HIGH ? ['low is above high'] : []) },
  )
  expect(() => readConfig(strict, { OUTTURN_LOW: '3', OUTTURN_HIGH: '2' })).toThrow('low is above high')
})

test('some settings can be read without the rest, and unknown names are still refused', () => {
  expect(readSettings(definition, ['OUTTURN_POOL_MAX'], { OUTTURN_POOL_MAX: '3' })).toEqual({
    OUTTURN_POOL_MAX: 3,
  })
  expect(() => readSettings(definition, ['OUTTURN_POOL_MAX'], { OUTTURN_POOL: '3' })).toThrow(ConfigError)
})
