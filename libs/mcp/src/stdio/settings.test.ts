import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const environment = { OUTTURN_URL: 'https://outturn.example', OUTTURN_KEY: 'spk_live_1' }

test('help and version are printed without any setting', () => {
  expect(readSettings(['--version'], {})).toEqual({
    text: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  })
  expect(readSettings(['--help'], {})).toEqual({
    text: expect.stringContaining('Usage: outturn-mcp') as string,
  })
})

test('address and key come from the environment', () => {
  expect(readSettings([], environment)).toMatchObject({ url: 'https://outturn.example', key: 'spk_live_1' })
  for (const OUTTURN_KEY of [undefined, '']) {
    const settings = readSettings([], { OUTTURN_URL: 'https://outturn.example', OUTTURN_KEY })
    expect(settings).toMatchObject({ key: undefined })
  }
})

test.each([
  ['an unknown option', ['--tols'], environment, 'There is no option --tols.'],
  ['an unknown toolset', ['--tools=cores'], environment, '--tools takes a list'],
  ['no address', [], {}, 'OUTTURN_URL must be'],
  ['an address of a file', [], { OUTTURN_URL: 'file:///etc/passwd' }, 'OUTTURN_URL must be'],
  [
    'a key with a line break',
    [],
    { ...environment, OUTTURN_KEY: 'spk_live_1\n' },
    'OUTTURN_KEY is not a key',
  ],
  [
    'a password in the address',
    [],
    { OUTTURN_URL: 'https://me:secret@outturn.example' },
    'OUTTURN_URL must not have',
  ],
  [
    'a key over http to another machine',
    [],
    { OUTTURN_URL: 'http://outturn.example', OUTTURN_KEY: 'spk_live_1' },
    'OUTTURN_URL is http',
  ],
])('%s is refused by name', (_, args, env, problem) => {
  expect(readSettings(args, env)).toEqual({ problem: expect.stringContaining(problem) as string })
})

test.each([
  { OUTTURN_URL: 'http://127.0.0.1:8080', OUTTURN_KEY: 'spk_live_1' },
  { OUTTURN_URL: 'http://localhost:8080', OUTTURN_KEY: 'spk_live_1' },
  { OUTTURN_URL: 'http://[::1]:8080', OUTTURN_KEY: 'spk_live_1' },
  { OUTTURN_URL: 'http://outturn.example', OUTTURN_KEY: 'spk_live_1', OUTTURN_ALLOW_HTTP: '1' },
  { OUTTURN_URL: 'http://outturn.example' },
])('http is taken on this machine, where it is allowed, and without a key: %j', (env) => {
  expect(readSettings([], env)).toMatchObject({ url: env.OUTTURN_URL })
})
