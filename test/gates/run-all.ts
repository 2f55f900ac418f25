// `npm test`: every check and every test. Other arguments go to vitest, which takes them as files of tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Changes, readChanges } from './changed-files.ts'
import { runGates } from './gates.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { repository } from './run-program.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const resultsFile = join(repository, '.outturn/test-results.json')

const usage = `Usage: npm test -- [--changed] [--project NAME] [FILE…]

Runs every check and every test. Each FILE, a path or a part of one, chooses the tests of that path.

  --changed        only what the files call for that were changed since this branch left main: their checks, and the unit
                   and integration tests that reach them through imports
  --project NAME   only the tests of one kind: unit, int, e2e or crash; may be repeated
  --help           show this
`

async function runTests(args: string[]): Promise<Counts> {
  await mkdir(dirname(resultsFile), { recursive: true })
  await rm(resultsFile, { force: true })
  const temporary = process.env['TMPDIR'] === undefined ? makeMemoryFolder() : undefined
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile}`]
  const child = spawn(join(repository, 'node_modules/.bin/vitest'), ['run', ...reporters, ...args], {
    cwd: repository,
    // Services that tests start share what Node compiled.
    env: {
      NODE_COMPILE_CACHE: join(repository, '.outturn/compile-cache'),
      ...process.env,
      ...(temporary !== undefined && { TMPDIR: temporary }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (temporary !== undefined) await rm(temporary, { recursive: true, force: true })
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

/** Arguments of vitest for the tests that reach a changed file; those of the whole system only when they are asked for. */
function relatedTests({ since }: Changes, args: string[]): string[] {
  const isChosen = args.some((arg) => arg.startsWith('--project'))
  return [
    `--changed=${since}`,
    '--passWithNoTests',
    ...(isChosen ? [] : ['--project=unit', '--project=int']),
    ...args,
  ]
}

async function main(args: string[]): Promise<number> {
  const others = args.filter((arg) => arg !== '--changed')
  const changes = args.includes('--changed') ? await readChanges() : undefined
  // Side by side: the first tests wait for servers, and the checks have the processor meanwhile.
  const [checks, tests] = await Promise.all([
    runGates(changes?.files),
    runTests(changes === undefined ? others : relatedTests(changes, others)),
  ])
  const failed = checks.failed + tests.failed
  const skipped = tests.skipped === 0 ? '' : `, ${tests.skipped} skipped`
  process.stdout.write(`\n${checks.passed + tests.passed} passed, ${failed} failed${skipped}\n`)
  return failed === 0 && (tests.passed > 0 || changes !== undefined) ? 0 : 1
}

const args = process.argv.slice(2)
if (args.includes('--help')) process.stdout.write(usage)
else process.exitCode = await main(args)
