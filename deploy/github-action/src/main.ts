import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InputError, readInputs } from './action-inputs.ts'
import { checkReceipts, type FileOutcome } from './check-receipts.ts'
import { earnedTotal } from './earned-total.ts'
import { jobSummary } from './job-summary.ts'
import { annotation, outputLine } from './workflow-commands.ts'

const { env } = process
const folder = mkdtempSync(join(env['RUNNER_TEMP'] ?? tmpdir(), 'require-outcome-'))
try {
  report(await checkReceipts(readInputs(env), folder))
} catch (error) {
  if (!(error instanceof InputError)) throw error
  write('GITHUB_OUTPUT', outputLine('result', 'not_met'))
  process.stdout.write(`${annotation('error', null, 'Receipts were not checked', error.message)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function report(outcomes: readonly FileOutcome[]): void {
  const isMet = outcomes.every(({ ok }) => ok)
  const total = earnedTotal(outcomes)
  for (const { file, ok, reasons, details, result, earned, asset } of outcomes) {
    const line = ok
      ? annotation('notice', file, 'Outcome met', `${result}, earned ${earned} ${asset}`)
      : annotation('error', file, `Outcome not met: ${reasons.join(', ')}`, details.join('\n'))
    process.stdout.write(`${line}\n`)
  }
  write('GITHUB_STEP_SUMMARY', jobSummary(outcomes, total))
  const listed = outcomes.map(({ details: _, ...outcome }) => outcome)
  write(
    'GITHUB_OUTPUT',
    outputLine('result', isMet ? 'met' : 'not_met') +
      outputLine('earned', total?.earned ?? '') +
      outputLine('asset', total?.asset ?? '') +
      outputLine('outcomes', JSON.stringify(listed)),
  )
  process.exitCode = isMet ? 0 : 1
}

/** Appends to the file that a variable of the runner names. */
function write(variable: string, text: string): void {
  const file = env[variable]
  if (file !== undefined && file !== '') appendFileSync(file, text)
}
