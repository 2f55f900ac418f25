// Records the messages of this release as those of the previous one. Run when a release is made, with its revision checked out.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { busContract } from './bus-contract.ts'
import { contractFile, toLines } from './recorded-contract.ts'

const usage = `Usage: npm run record:contract [-- --to FILE]

Writes the messages that services of this revision exchange, by default to libs/contracts/src/testing/previous-contract.jsonl. A release does so once,
when it is made: from then on the gate compares later changes with them.
`

try {
  const { values } = parseArgs({ options: { to: { type: 'string', default: contractFile } } })
  writeFileSync(values.to, toLines(busContract()))
  process.stdout.write(`wrote ${values.to}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`)
  process.exitCode = 2
}
