import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'
import { repository } from './places.ts'

test('without options the data lies in the project and a sample is verified', () => {
  expect(readOptions([])).toEqual({ port: 8080, home: `${repository}/.outturn`, reset: false, demo: true })
})

test('every option is read', () => {
  const args = ['--port', '9000', '--reset', '--no-demo', '--ready-file', '/tmp/ready', '--home', '/tmp/home']
  expect(readOptions(args)).toEqual({
    port: 9000,
    home: '/tmp/home',
    reset: true,
    demo: false,
    readyFile: '/tmp/ready',
  })
  expect(readOptions(['--help'])).toBeUndefined()
})

test.each([['--port', '0'], ['--port', 'x'], ['--prot', '1'], ['extra']])('%j is refused', (...args) => {
  expect(() => readOptions(args)).toThrow(UsageError)
})
