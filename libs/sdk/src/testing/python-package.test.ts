import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findPythonWith, pythonClientFolder, pythonEnvironment } from './python-client.ts'

const run = promisify(execFile)
const cwd = pythonClientFolder
const env = pythonEnvironment()
const [python, typed, building] = [['httpx'], ['mypy', 'httpx'], ['setuptools', 'wheel', 'httpx']].map(
  (modules) => findPythonWith(...modules),
)

test.skipIf(process.env['CI'] !== 'true')('a machine of CI has a Python for each of these tests', () => {
  expect([python, typed, building]).not.toContain(undefined)
})

test.skipIf(python === undefined).concurrent('the client in Python passes its own tests', async () => {
  const { stderr } = await run(python ?? '', ['-m', 'unittest', 'discover', '--start-directory', 'tests'], {
    cwd,
    env,
  })
  expect(stderr).toMatch(/Ran [5-9]\d tests[^]*\nOK\n$/)
})

test.skipIf(typed === undefined).concurrent('it has no error of types under mypy --strict', async () => {
  const cache = join(import.meta.dirname, '../../../../.outturn/mypy')
  const options = ['--config-file', 'tests/mypy.ini', '--cache-dir', cache]
  const { stdout } = await run(
    typed ?? '',
    ['-m', 'mypy', ...options, 'src/outturn', 'tests/typed_calls.py'],
    {
      cwd,
      env: pythonEnvironment({ MYPYPATH: '../receipt-verifier-python/src' }),
    },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toContain('Success: no issues found')
})

test
  .skipIf(building === undefined)
  .concurrent(
    'its wheel is built without a network and runs from an empty folder, with its licence, its origin and its types',
    async () => {
      const { stdout } = await run(building ?? '', ['tests/wheel_check.py'], { cwd, env })
      expect(stdout).toMatch(/^Name: outturn$/m)
      expect(stdout).toMatch(/^License: Apache-2.0$/m)
      expect(stdout).toMatch(/^Project-URL: Repository, https:/m)
      expect(stdout).toMatch(/^Requires-Dist: httpx/m)
      expect(stdout).toMatch(/^outturn-1\.0\.0\.dist-info\/(?:licenses\/)?LICENSE$/m)
      expect(stdout).toMatch(/^outturn\/py\.typed$/m)
      expect(stdout).not.toMatch(/^tests?\//m)
      expect(stdout).toMatch(/^version 1\.0\.0 1\.0\.0\nfolder True True$/m)
    },
  )
