import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../libs/cli/src/main.ts')

export type AuditReport = {
  code: number | null
  findings: { problem: string; leaf: number | null; detail: string }[]
  size: number | null
  receipt: { id: string; leaf: number | null } | null
}

/** Audits the log of a running system as anyone can: with the command, over HTTP. */
export async function auditLog(baseUrl: string, ...args: string[]): Promise<AuditReport> {
  const child = spawn(process.execPath, [program, 'audit', baseUrl, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { findings: [], size: null, receipt: null, ...(output !== '' && JSON.parse(output)), code }
}
