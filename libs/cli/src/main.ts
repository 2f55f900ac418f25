#!/usr/bin/env node
import { exitStatus } from './output.ts'
import { askAtTerminal } from './policy/terminal.ts'
import { runOutturn } from './program.ts'

try {
  const output = {
    print: (line: string) => process.stdout.write(`${line}\n`),
    complain: (line: string) => process.stderr.write(`${line}\n`),
  }
  process.exitCode = await runOutturn(process.argv.slice(2), output, process.env, askAtTerminal())
} catch (error) {
  // Exit status 1 says that something differs; a defect of this program says nothing of the kind.
  console.error(error)
  process.exitCode = exitStatus.unusable
}
