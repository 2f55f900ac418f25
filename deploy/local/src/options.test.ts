import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'
import { repository } from '@outturn/model/places'

test('without options the data lies in the project and a sample is verified', () => {
  expect(readOptions([], {})).toEqual({
    port: 8080,
    layout: 'compact',
    home: `${repository}/.outturn`,
    reset: false,
    demo: true,
    payments: false,
    settlement: false,
    settings: {},
  })
})

test('OUTTURN_HOME names the folder of the data, and --home another', () => {
  const env = { OUTTURN_HOME: '/srv/outturn' }
  expect(readOptions([], env)?.home).toBe('/srv/outturn')
  expect(readOptions(['--home', '/tmp/home'], env)?.home).toBe('/tmp/home')
})

test('every option is read', () => {
  const args = ['--port', '9000', '--reset', '--no-demo', '--ready-file', '/tmp/ready', '--home', '/tmp/home']
  const settings = [
    '--set',
    'gateway.RATE_QUOTA=9',
    '--set',
    'gateway.OUTTURN_TEST_KEYS=a=b',
    '--layout',
    'spread',
    '--payments',
    '--settlement',
  ]
  expect(readOptions([...args, ...settings])).toEqual({
    port: 9000,
    layout: 'spread',
    home: '/tmp/home',
    reset: true,
    demo: false,
    payments: true,
    settlement: true,
    settings: { gateway: { RATE_QUOTA: '9', OUTTURN_TEST_KEYS: 'a=b' } },
    readyFile: '/tmp/ready',
  })
  expect(readOptions(['--help'])).toBeUndefined()
})

test.each([
  ['--port', '0'],
  ['--port', 'x'],
  ['--prot', '1'],
  ['extra'],
  ['--layout', 'wide'],
  ['--set', 'gateway'],
  ['--set', 'gatway.A=1'],
])('%j is refused', (...args) => {
  expect(() => readOptions(args)).toThrow(UsageError)
})

test('the archive is that of the last start, another one, or none', () => {
  expect(readOptions([])).not.toHaveProperty('backups')
  expect(readOptions(['--backups', '/mnt/backup'])?.backups).toBe('/mnt/backup')
  expect(readOptions(['--no-backups'])?.backups).toBe(false)
  expect(() => readOptions(['--no-backups', '--backups', '/mnt/backup'])).toThrow(UsageError)
})
