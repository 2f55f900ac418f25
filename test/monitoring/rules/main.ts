import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository, runProgram } from '../../gates/run-program.ts'
import { monitoringTools } from '../monitoring-tools.ts'

const usage = `Usage: npm run alerts

Has promtool and amtool of Debian 12 read the rules and configurations of deploy/monitoring and run the firing and the silent case of every
alert. Fetches both programs at the first use.
`
const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help === true) {
  process.stdout.write(usage)
} else {
  const { promtool, amtool } = await monitoringTools()
  const cwd = join(repository, 'deploy/monitoring')
  const tests = globSync('tests/*.test.yaml', { cwd }).toSorted()
  const checks: readonly [string, readonly string[]][] = [
    [promtool, ['check', 'rules', 'alerts.yaml', 'slo.yaml']],
    [promtool, ['check', 'config', 'prometheus.yml']],
    [amtool, ['check-config', 'alertmanager.yml']],
    [promtool, ['test', 'rules', ...tests]],
  ]
  let failed = 0
  for (const [program, words] of checks) {
    const { code, output } = await runProgram(program, [...words], cwd)
    process.stdout.write(`${output.trim()}\n`)
    if (code !== 0) failed += 1
  }
  process.stdout.write(`${checks.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
