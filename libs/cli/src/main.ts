#!/usr/bin/env node
import { exitStatus } from './output.ts'
import { askAtTerminal, askSecretAtTerminal } from './policy/terminal.ts'
import { runOutturn } from './program.ts'
import { writingTo } from './terminal/streams.ts'
import { stopsOf } from './terminal/stops.ts'

try {
  const output = { print: writingTo(process.stdout), complain: writingTo(process.stderr) }
  process.exitCode = await runOutturn(process.argv.slice(2), output, {
    env: process.env,
    ask: askAtTerminal(),
    askSecret: askSecretAtTerminal(),
    readInput: () => process.stdin,
    isTerminal: { output: process.stdout.isTTY, messages: process.stderr.isTTY },
    signal: stopsOf(process),
  })
} catch (error) {
  // Exit status 1 says that something differs; a defect of this program says nothing of the kind.
  console.error(error)
  process.exitCode = exitStatus.unusable
}
