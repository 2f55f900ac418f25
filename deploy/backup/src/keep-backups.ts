import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BackupError } from './folder/backup-error.ts'
import { initBackupFolder } from './folder/backup-folder.ts'
import { metricsText, readState } from './folder/backup-state.ts'
import type { CreateOptions } from './create-backup.ts'
import { backUp, noteArchive } from './daily-backup.ts'

export type KeepOptions = CreateOptions & {
  /** Time between two base backups, ms. */
  readonly everyMs: number
  readonly host: string
  readonly port: number
  /** Ends the keeping; a backup that is under way is given up. */
  readonly signal: AbortSignal
}

const lookMs = 60_000
const retryMs = 10 * 60_000

/** Makes a base backup whenever the newest is older than that, and serves its state on `/metrics` and `/readyz`, until it is told to stop. */
export async function keepBackups(options: KeepOptions): Promise<void> {
  const { folder, databaseUrl, everyMs, now, signal, tell } = options
  await initBackupFolder(folder)
  const server = createServer((request, response) => {
    void readState(folder).then((state) => {
      const isMetrics = request.url === '/metrics'
      response.writeHead(isMetrics || request.url?.endsWith('z') === true ? 200 : 404, {
        'content-type': 'text/plain; version=0.0.4',
      })
      response.end(isMetrics ? metricsText(state) : '')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new BackupError(
          `The port ${options.port} on ${options.host} cannot be used (${error.code}).`,
          'Choose another one by --port.',
          { cause: error },
        ),
      ),
    )
    server.listen(options.port, options.host, resolve)
  })
  tell(`serving /metrics on port ${(server.address() as AddressInfo).port}`)
  try {
    let nextTryAt = 0
    while (!signal.aborted) {
      const { completed_at: completedAt } = await readState(folder)
      const isDue = completedAt === null || now().getTime() - Date.parse(completedAt) >= everyMs
      try {
        if (isDue && now().getTime() >= nextTryAt) {
          nextTryAt = now().getTime() + retryMs
          const { backup } = await backUp(options)
          tell(`made the base backup ${backup.manifest.id}`)
        }
        await noteArchive(folder, databaseUrl)
      } catch (error) {
        if (signal.aborted) tell('gave up the backup that was under way')
        else tell(error instanceof BackupError ? `${error.message} ${error.remedy}` : String(error))
      }
      await sleep(lookMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    server.close()
  }
}
