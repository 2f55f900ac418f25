#!/usr/bin/env node
import { runVerify } from './verify-command.ts'

process.exitCode = runVerify(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
