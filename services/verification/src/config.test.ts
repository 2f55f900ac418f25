import { readFileSync } from 'node:fs'
import { configTable } from '@outturn/service'
import { expect, test } from 'vitest'
import { verificationConfig } from './config.ts'
import { fetcherConfig } from './fetcher/config.ts'

test('the README shows the configuration tables of both processes', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(configTable(verificationConfig))
  expect(readme).toContain(configTable(fetcherConfig))
})
