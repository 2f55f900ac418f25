import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNatsServer, findPostgres, LocalServerError, startPostgres } from '@outturn/local-servers'
import type { TestProject } from 'vitest/node'
import { postgresContainer } from './postgres-container.ts'
import { prepareTemplate } from './template-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser connection to the Postgres of this run, and whether it goes on after the run. */
    testPostgres: { url: string; outlivesRun: boolean }
    /** Where test files find nats-server. */
    testNatsSource:
      | { kind: 'url'; url: string }
      | { kind: 'binary'; path: string; version: string; source: string }
  }
}

const repository = join(import.meta.dirname, '../../..')
const folderPrefix = 'outturn-test-'

interface TestPostgres {
  url: string
  outlivesRun: boolean
  stop(): Promise<void>
}

/** Starts one Postgres for a run of tests and finds nats-server; the returned function stops what was started. */
export default async function startTestServers(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, nats] = await Promise.all([startTestPostgres(), findTestNats()])
  await prepareTemplate(postgres.url)
  const { url, outlivesRun } = postgres
  project.provide('testPostgres', { url, outlivesRun })
  project.provide('testNatsSource', nats)
  return () => postgres.stop()
}

async function startTestPostgres(): Promise<TestPostgres> {
  const source = await findPostgres().catch(async (error: unknown) => {
    if (!(error instanceof LocalServerError)) throw error
    return (await postgresContainer()) ?? Promise.reject(error)
  })
  if ('stop' in source) return { ...source, outlivesRun: false }
  if (source.kind === 'url') return { url: source.url, outlivesRun: true, stop: async () => {} }
  await removeAbandonedFolders()
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  // Postgres may run under another account, which must be able to enter the folder.
  await chmod(folder, 0o711)
  const postgres = await startPostgres({
    binaries: source,
    dataDir: join(folder, 'postgres'),
    password: 'test',
    ephemeral: true,
    // Files side by side have pools of their own. Each file leaves a database or two, and a cleaner would visit hundreds of them each minute.
    settings: { shared_buffers: '64MB', max_connections: '500', autovacuum: 'off' },
  })
  return {
    url: postgres.url,
    outlivesRun: false,
    stop: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function findTestNats() {
  const url = process.env['NATS_URL']
  if (url) return { kind: 'url' as const, url }
  const binDir = join(repository, '.outturn/bin')
  const binary = await findNatsServer({
    binDir,
    onProgress: (message) => process.stderr.write(`${message}\n`),
  })
  return { kind: 'binary' as const, ...binary }
}

/** A run that was killed could not delete its folder; its process id, in the name, tells that it is gone. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(folderPrefix)
      ? Number.parseInt(name.slice(folderPrefix.length), 10)
      : Number.NaN
    if (Number.isInteger(owner) && !isAlive(owner)) {
      await rm(join(tmpdir(), name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
