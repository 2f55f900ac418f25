import { join } from 'node:path'
import { runCommand } from './command.ts'
import type { SystemFile } from './running-system.ts'

const main = join(import.meta.dirname, '../../deploy/operator/src/main.ts')

/** What the operator's command line answers to the operator of this name. */
export async function runAdmin({ operator }: Pick<SystemFile, 'operator'>, name: string, ...words: string[]) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    NATS_URL: operator.nats_url,
    OUTTURN_NATS_PASSWORD_FILE: operator.password_files.production,
  }
  const args = [main, '--json', '--as', name, ...words]
  const { code, output, errors } = await runCommand(process.execPath, args, env)
  return { code, errors, json: output === '' ? null : JSON.parse(output) }
}
