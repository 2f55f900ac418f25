// `npm test`: every check and every test. Arguments choose test files, as vitest takes them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repository, runGates } from './gates.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const resultsFile = join(repository, '.outturn/test-results.json')

async function runTests(filters: string[]): Promise<Counts> {
  await mkdir(dirname(resultsFile), { recursive: true })
  await rm(resultsFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]
  const child = spawn(join(repository, 'node_modules/.bin/vitest'), ['run', ...reporters, ...filters], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const counts = await readCounts()
  // A file that does not load and an error outside every test fail the run without a test of their own.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function readCounts(): Promise<Counts> {
  if (!existsSync(resultsFile)) return { passed: 0, failed: 0, skipped: 0 }
  const results = JSON.parse(await readFile(resultsFile, 'utf8')) as Record<string, number>
  return {
    passed: results['numPassedTests'] ?? 0,
    failed: results['numFailedTests'] ?? 0,
    skipped: (results['numPendingTests'] ?? 0) + (results['numTodoTests'] ?? 0),
  }
}

const checks = await runGates()
const tests = await runTests(process.argv.slice(2))
const failed = checks.failed + tests.failed
const skipped = tests.skipped === 0 ? '' : `, ${tests.skipped} skipped`
process.stdout.write(`\n${checks.passed + tests.passed} passed, ${failed} failed${skipped}\n`)
process.exitCode = failed === 0 && tests.passed > 0 ? 0 : 1
