import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../system/command.ts'
import { notOffered } from './not-offered.ts'

/** One check of the suite, as it reports it. */
interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** Of one revision: what passed, what could not be tried and why, and what is wrong. */
interface SuiteResult {
  passed: number
  notTried: Map<string, number>
  findings: string[]
}

/** Runs every scenario that a revision requires against the tools at this address. */
export async function runSuite(judges: string, url: string, revision: string): Promise<SuiteResult> {
  const results = mkdtempSync(join(tmpdir(), 'outturn-conformance-'))
  const program = join(judges, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  try {
    const args = [program, 'server', '--url', url, '--requirements', revision, '-o', results]
    const { output, errors } = await runCommand(process.execPath, args)
    if (!output.includes('=== SUMMARY ==='))
      throw new Error(`the suite did not finish:\n${output}\n${errors}`)
    return judged(results)
  } finally {
    rmSync(results, { recursive: true })
  }
}

function judged(folder: string): SuiteResult {
  const result: SuiteResult = { passed: 0, notTried: new Map(), findings: [] }
  for (const name of readdirSync(folder).toSorted()) {
    const [, scenario = name] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name) ?? []
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[]
    for (const check of checks) note(result, scenario, check)
  }
  return result
}

function note(result: SuiteResult, scenario: string, { id, status, errorMessage = '' }: Check): void {
  if (status === 'SUCCESS') result.passed += 1
  if (status !== 'FAILURE' && status !== 'WARNING') return
  const reason = notOffered(scenario, errorMessage)
  if (reason === null) result.findings.push(`${scenario}: ${id}: ${errorMessage}`)
  else result.notTried.set(reason, (result.notTried.get(reason) ?? 0) + 1)
}
