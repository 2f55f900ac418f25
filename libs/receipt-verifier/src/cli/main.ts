#!/usr/bin/env node
import manifest from '../../package.json' with { type: 'json' }
import { runVerify } from './verify-command.ts'

const args = process.argv.slice(2)
if (args.length === 1 && args[0] === '--version') {
  process.stdout.write(`${manifest.version}\n`)
} else {
  process.exitCode = runVerify(args, {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  })
}
