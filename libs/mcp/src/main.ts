#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { readSettings } from './stdio/settings.ts'
import { stdioServers } from './stdio/stdio-servers.ts'

// Once it serves, stdout belongs to the protocol; everything else goes to stderr.
const complain = (line: string) => void process.stderr.write(`outturn-mcp: ${line}\n`)
const settings = readSettings(process.argv.slice(2), process.env)
if ('problem' in settings) {
  complain(settings.problem)
  process.exitCode = 2
} else if ('text' in settings) {
  process.stdout.write(`${settings.text}\n`)
} else {
  serveStdio(stdioServers(settings), { onerror: (error) => complain(error.message) })
}
