import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineConfig } from './define-config.ts'
import { configTable, printableConfig, redactedConfig } from './print-config.ts'
import { readConfig } from './read-config.ts'
import { integer, perEnvironment, secret } from './setting.ts'

const definition = defineConfig({
  DATABASE_URL: perEnvironment(secret(z.url().describe('Where the rows are.'))),
  OUTTURN_TOKEN: secret(z.string().optional().describe('Opens the door.')),
  OUTTURN_POOL_MAX: integer({ min: 1, max: 20 }).default(8).describe('Most connections.'),
})

const config = readConfig(definition, {
  DATABASE_URL: 'postgres://a:hidden-1@host/db',
  DEMO_DATABASE_URL: 'postgres://b:hidden-2@host/db',
  OUTTURN_TOKEN: 'hidden-3',
})

test('secrets are printed as stars, whatever wraps their schema', () => {
  expect(redactedConfig(definition, config)).toEqual({
    DATABASE_URL: '***',
    DEMO_DATABASE_URL: '***',
    OUTTURN_TOKEN: '***',
    OUTTURN_POOL_MAX: '8',
  })
  expect(printableConfig(definition, config)).not.toContain('hidden')
})

test('the table names every variable with its default and meaning', () => {
  expect(configTable(definition)).toBe(
    [
      '| Variable                            | Default  | Meaning             |',
      '| ----------------------------------- | -------- | ------------------- |',
      '| `DATABASE_URL`, `DEMO_DATABASE_URL` | required | Where the rows are. |',
      '| `OUTTURN_TOKEN`                     | none     | Opens the door.     |',
      '| `OUTTURN_POOL_MAX`                  | `8`      | Most connections.   |',
    ].join('\n'),
  )
})
