import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, 'main.ts')

const settings = {
  OUTTURN_SERVICES: 'settlement,billing',
  ENVIRONMENTS: 'production',
  NATS_URL: 'nats://127.0.0.1:1',
  SETTLEMENT__DATABASE_URL: 'postgres://settlement:secret@127.0.0.1/outturn',
  BILLING__DATABASE_URL: 'postgres://billing:secret@127.0.0.1/outturn',
  SETTLEMENT__OUTTURN_NATS_PASSWORD: 'password of settlement',
  BILLING__OUTTURN_NATS_PASSWORD: 'password of billing',
  BILLING__OUTTURN_PUBLIC_URL: 'http://127.0.0.1:8080',
  BILLING__OUTTURN_INTERNAL_PORT: '9091',
}

interface Ended {
  code: number
  output: string
}

async function host(changes: Record<string, string>, ...args: string[]): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...settings,
    ...changes,
  }
  return run(process.execPath, [main, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
}

test('the configuration of each service is checked, and printed without a secret', async () => {
  const { code, output } = await host({}, '--check-config')
  expect(code).toBe(0)
  expect(output.match(/^DATABASE_URL +\*\*\*$/gm)).toHaveLength(2)
  expect(output).not.toMatch(/secret|password of/)
})

test.each([
  ['a service that there is not', { OUTTURN_SERVICES: 'biling' }, "OUTTURN_SERVICES has 'biling'"],
  ['a setting that one lacks', { BILLING__DATABASE_URL: '' }, 'billing: DATABASE_URL is required'],
  [
    'a setting that one does not know',
    { BILLING__OUTTURN_POL_MAX: '1' },
    'billing: OUTTURN_POL_MAX is not a setting',
  ],
  [
    'a port for both',
    { BILLING__OUTTURN_INTERNAL_PORT: '9090' },
    'OUTTURN_INTERNAL_PORT is 9090 for settlement, billing',
  ],
])('%s ends it with 2 and is named', async (_, changes, problem) => {
  const { code, output } = await host(changes)
  expect([code, output]).toEqual([2, expect.stringContaining(problem)])
})
