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
])('%s is refused by name', (_, args, env, problem) => {
  expect(readSettings(args, env)).toEqual({ problem: expect.stringContaining(problem) as string })
})
