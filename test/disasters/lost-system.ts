import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OneCallResponse } from '@outturn/contracts'
import { repository } from '../gates/run-program.ts'
import { runCommand } from '../system/command.ts'
import { startSystem, type System } from '../system/running-system.ts'

/** A system whose parts get lost, with commands as the pages print them. */
export type LostSystem = {
  readonly system: System
  /** Folder of the backups. */
  readonly backups: string
  /** Folder of what its callers keep. */
  readonly kept: string
  /** Runs `npm run …` against the home of the system, in the folder of what is kept; returns what it printed. */
  run(command: string): Promise<string>
  /** Sends the sample; the status and the answer, whose JSON is kept in `<name>.json`. */
  verify(name: string): Promise<{ status: number; reason: string | undefined }>
  /** Checks the receipt of a kept answer offline with the keys that are published now. */
  checkOffline(name: string): Promise<string>
}

export async function startLostSystem(stops: AsyncDisposableStack): Promise<LostSystem> {
  const kept = mkdtempSync(join(tmpdir(), 'outturn-disaster-'))
  const backups = mkdtempSync(join(tmpdir(), 'outturn-disaster-backups-'))
  // Postgres may run under another account, which must be able to enter the folder.
  chmodSync(backups, 0o711)
  // A new key would sign after ten minutes, when every cached key document has ended.
  const settings = { signing: { OUTTURN_KEY_LEAD_SECONDS: '0' } }
  const system = await startSystem('compact', settings, ['--backups', backups])
  stops.defer(() => system.stop())
  const body = readFileSync(join(repository, 'deploy/docker/sample-request.json'), 'utf8')
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, OUTTURN_HOME: system.home, OUTTURN_BACKUPS: backups }
  const run = async (command: string) => {
    const [, name = '', words = ''] = /^npm run (?:-s )?(\w+) -- (.*)$/s.exec(command) ?? []
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    // Without the runner, so that files are those of the folder.
    const program = (scripts[name] ?? '')
      .replace(/^node deploy\/local\/run\.mjs /, `'${process.execPath}' `)
      .replaceAll(/(?<= )(?=(?:deploy|libs)\/)/g, `${repository}/`)
    const { code, output, errors } = await runCommand(
      'bash',
      ['-c', `cd '${kept}'; ${program} ${words}`],
      env,
    )
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}${errors}`)
    return output
  }
  return {
    system,
    backups,
    kept,
    run,
    async verify(name) {
      const { base_url: url, api_key: key } = system.file()
      const answer = await fetch(`${url}/api/v1/verify`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `disaster-${name}`,
        },
        body,
      })
      const text = await answer.text()
      writeFileSync(join(kept, `${name}.json`), text)
      return { status: answer.status, reason: (JSON.parse(text) as { reason?: string }).reason }
    },
    async checkOffline(name) {
      const keys = await (await fetch(system.file().keys_url)).text()
      writeFileSync(join(kept, 'keys.json'), keys)
      const { receipt } = JSON.parse(readFileSync(join(kept, `${name}.json`), 'utf8')) as OneCallResponse
      writeFileSync(join(kept, `${name}.receipt.json`), JSON.stringify(receipt))
      return run(`npm run -s outturn -- verify ${name}.receipt.json --keys keys.json || true`)
    },
  }
}
