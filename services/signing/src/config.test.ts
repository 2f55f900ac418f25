import { readFileSync } from 'node:fs'
import { configTable } from '@outturn/service'
import { expect, test } from 'vitest'
import { signingConfig } from './config.ts'

test('the README shows the configuration table', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(signingConfig))
})
