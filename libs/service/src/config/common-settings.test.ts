import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commonConfig } from './common-settings.ts'
import { defineConfig } from './define-config.ts'
import { configTable } from './print-config.ts'
import { ConfigError, readConfig } from './read-config.ts'
import { isPerEnvironment, notesOf } from './setting.ts'

const definition = defineConfig(commonConfig)

const variables = {
  ENVIRONMENTS: 'production',
  NATS_URL: 'nats://127.0.0.1:4222',
  OUTTURN_NATS_PASSWORD: 'long enough',
  DATABASE_URL: 'postgres://outturn_spool:p@127.0.0.1:5432/outturn',
}

test('a service starts with its addresses and passwords alone', () => {
  const config = readConfig(definition, variables)
  expect(config).toMatchObject({
    SERVICE_SLUG: 'outturn',
    OUTTURN_DEPLOYMENT: 'production',
    OUTTURN_INTERNAL_HOST: '127.0.0.1',
    OUTTURN_STOP_WITH_PARENT: false,
  })
})

test.each(['production', 'development'])('fail points are refused in a %s deployment', (deployment) => {
  const armed = { ...variables, OUTTURN_FAIL_POINTS_DIR: '/tmp', OUTTURN_DEPLOYMENT: deployment }
  expect(() => readConfig(definition, armed)).toThrow(ConfigError)
  expect(readConfig(definition, { ...armed, OUTTURN_DEPLOYMENT: 'test' }).OUTTURN_FAIL_POINTS_DIR).toBe(
    '/tmp',
  )
})

test('every setting says what it means, and everything that opens a door is a secret', () => {
  for (const [name, setting] of Object.entries(commonConfig)) {
    const notes = notesOf(isPerEnvironment(setting) ? setting.schema : setting)
    expect(notes.description, name).not.toBe('')
    expect(notes.isSecret, name).toBe(/PASSWORD|DATABASE_URL/.test(name))
  }
})

test('the README shows the table of these settings', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(definition))
})
