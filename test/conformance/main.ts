// `npm run conformance`: the official judges of the Model Context Protocol against the tools of a system of its own.
// Seen to report a listener that was refused by another code than an unknown method, and an argument that had several types.
import assert from 'node:assert/strict'
import { revisions, programOfTools, transports } from '../e2e/agents/agent.ts'
import { expectedLifecycle, workByTools } from '../e2e/agents/lifecycle.ts'
import { connectOperator } from '../system/operator.ts'
import { readOptions } from '../system/read-options.ts'
import { startSystem } from '../system/running-system.ts'
import { inspect } from './inspector.ts'
import { connectOldAgent } from './old-client.ts'
import { installJudges } from './packages.ts'
import { startPassThrough } from './pass-through.ts'
import { runSuite } from './suite.ts'

const usage = `Usage: npm run conformance

The official conformance suite, the Inspector and version 1 of the official client use the tools of a system that is started for
them. They are installed at the first use, from the package registry. Ends with 1 where one of them has a finding.

  --help  show this
`
readOptions(usage, {})

const say = (line: string) => process.stdout.write(`${line}\n`)
const findings: string[] = []
const judges = await installJudges()
const system = await startSystem('compact', { gateway: { RATE_QUOTA: '1000000' } })
try {
  const operator = await connectOperator(system.file())
  const { apiKey: key } = await operator.openAccount({ included: 1_000 })
  const { baseUrl } = system

  const passThrough = await startPassThrough(baseUrl, key)
  for (const revision of revisions) {
    const {
      passed,
      notTried,
      findings: found,
    } = await runSuite(judges, `${passThrough.url}/api/mcp`, revision)
    say(`suite, ${revision}: ${passed} checks passed, ${found.length} findings`)
    for (const [reason, count] of notTried) say(`  not tried, ${count} checks: needs ${reason}`)
    findings.push(...found.map((each) => `suite, ${revision}: ${each}`))
  }
  passThrough.stop()

  for (const inspected of [
    { url: baseUrl, key },
    { url: baseUrl, key, program: await programOfTools() },
  ]) {
    const found = await inspect(judges, inspected)
    const by = 'program' in inspected ? 'stdio' : 'HTTP'
    say(`Inspector, ${by}: ${found.length} findings`)
    findings.push(...found.map((each) => `Inspector, ${by}: ${each}`))
  }

  for (const transport of transports) {
    const seller = await operator.openAccount({ included: 1_000 })
    const buying = await connectOldAgent(judges, { baseUrl, key, transport })
    const selling = await connectOldAgent(judges, { baseUrl, key: seller.apiKey, transport })
    assert.equal((await buying.client.listTools()).tools.length, 22)
    const { seen } = await workByTools(buying, selling)
    await Promise.all([buying.client.close(), selling.client.close()])
    const differs = JSON.stringify(seen) !== JSON.stringify(expectedLifecycle)
    say(`client of version 1, ${transport}: ${differs ? 'otherwise than expected' : 'works'}`)
    if (differs) findings.push(`client of version 1, ${transport}: ${JSON.stringify(seen)}`)
  }
  await operator.close()
} finally {
  await system.stop()
}
for (const finding of findings) say(`FINDING ${finding}`)
say(findings.length === 0 ? 'no findings' : `${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
