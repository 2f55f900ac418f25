#!/usr/bin/env node
import { exitStatus } from './output.ts'
import { runOutturn } from './program.ts'

try {
  process.exitCode = await runOutturn(process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
} catch (error) {
  // Exit status 1 says that something differs; a defect of this program says nothing of the kind.
  console.error(error)
  process.exitCode = exitStatus.unusable
}
