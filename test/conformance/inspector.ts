import { join } from 'node:path'
import { runCommand } from '../system/command.ts'

/** Where the Inspector finds the tools: at an address with a key, or as a program that it starts. */
type Inspected = { url: string; key: string } | { program: string; url: string; key: string }

const sets = 'core,settlement,disputes,audit,sources'
const calls: readonly (readonly string[])[] = [
  ['tools/list', '--strict'],
  ['resources/list'],
  ['resources/templates/list'],
  ['resources/read', '--uri', 'outturn://guide/conditions'],
  ['prompts/list'],
  ['prompts/get', '--prompt-name', 'buy_work', '--prompt-args', 'brief=two rows', 'budget_cents=500'],
  ['tools/call', '--tool-name', 'get_account'],
  ['tools/call', '--tool-name', 'search_guide', '--tool-arg', 'query=checkers'],
]

/** Asks for everything that the Inspector can ask for, in both eras of the protocol; returns what it complains about. */
export async function inspect(judges: string, inspected: Inspected): Promise<string[]> {
  const launcher = join(
    judges,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  )
  const findings: string[] = []
  for (const era of ['legacy', 'modern']) {
    for (const [method = '', ...options] of calls) {
      const args = [
        '--cli',
        ...targetOf(inspected),
        '--connect-timeout',
        '120000',
        '--protocol-era',
        era,
        '--method',
        method,
        ...options,
      ]
      const home = join(judges, 'home')
      const env = { PATH: process.env['PATH'] ?? '', HOME: home, NODE_USE_ENV_PROXY: '0' }
      const { code, errors } = await runCommand(process.execPath, [launcher, ...args], env)
      const complaint = errors.split('\n').filter((line) => isComplaint(line))
      if (code !== 0 || complaint.length > 0) {
        findings.push(`${era} ${method}: ended with ${code}: ${complaint.join(' ') || errors.slice(0, 500)}`)
      }
    }
  }
  return findings
}

function targetOf(inspected: Inspected): string[] {
  if ('program' in inspected) {
    const settings = ['-e', `OUTTURN_URL=${inspected.url}`, '-e', `OUTTURN_KEY=${inspected.key}`]
    return [process.execPath, inspected.program, ...settings]
  }
  const header = `Authorization: Bearer ${inspected.key}`
  return [`${inspected.url}/api/mcp?tools=${sets}`, '--transport', 'http', '--header', header]
}

function isComplaint(line: string): boolean {
  return /\b(?:warning|error)s?\b/i.test(line) && !/\b0 errors, 0 warnings\b/.test(line)
}
