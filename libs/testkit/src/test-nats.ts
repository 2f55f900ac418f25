import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningNats, startNats } from '@outturn/local-servers'
import { inject } from 'vitest'

export interface TestNatsOptions {
  /** Configuration file with users, such as deploy/nats/nats.conf; without one there are no users. */
  configFile?: string
  /** Values for the `$NAMES` in that file. */
  env?: Record<string, string>
}

/** A nats-server of one test file's own, with JetStream and an empty store. */
export interface TestNats {
  /** Stays the same over restarts. */
  readonly url: string
  /** Stops the server and starts it on the same port; with `emptyStore` every stream and consumer is gone. */
  restart(options?: { emptyStore?: boolean; crash?: boolean }): Promise<void>
  /** Stops the server; `restart` brings it back. */
  halt(): Promise<void>
  /** Stops the process where it is: its connections stay and it answers nothing, until what this returns is called. */
  freeze(): () => void
  /**
   * Lets the server write no file beyond so many bytes, as a full disk does; null for any length. A stream whose write failed stays broken.
   */
  limitFiles(bytes: number | null): void
  /** Files of the store, of any stream, that have a text anywhere, also in what is deleted but still on the disk. */
  filesWith(text: string): Promise<string[]>
  /** Stops the server for good and deletes its store. */
  stop(): Promise<void>
}

/**
 * Starts nats-server for a test file; call `stop` when done. With `NATS_URL` set that server is handed out instead: it
 * should be empty and kept for tests, and asking it to restart throws.
 */
export async function testNats(options: TestNatsOptions = {}): Promise<TestNats> {
  const source = inject('testNatsSource')
  if (source.kind === 'url') return foreignNats(source.url)
  const folder = await mkdtemp(join(tmpdir(), `outturn-test-${process.pid}-nats-`))
  const storeDir = join(folder, 'store')
  const start = (port?: number) =>
    startNats({ binary: source, storeDir, ...options, ...(port === undefined ? {} : { port }) })
  let server: RunningNats = await start()
  const { url, port } = server
  return {
    url,
    async restart({ emptyStore = false, crash = false } = {}) {
      await (crash ? server.crash() : server.stop())
      if (emptyStore) await rm(storeDir, { recursive: true, force: true })
      server = await start(port)
    },
    async halt() {
      await server.stop()
    },
    freeze() {
      const { pid } = server
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    limitFiles(bytes) {
      // The soft limit alone, which may be lifted again.
      execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes ?? 'unlimited'}:`])
    },
    async filesWith(text) {
      const entries = await readdir(storeDir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      // A file that is gone meanwhile has nothing.
      const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))))
      return files.filter((_, index) => contents[index]?.includes(text))
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function foreignNats(url: string): TestNats {
  const refuse = () => {
    throw new Error('this test restarts nats-server: unset NATS_URL to let it start one of its own')
  }
  return {
    ...{ url, restart: refuse, halt: refuse, freeze: refuse, limitFiles: refuse, filesWith: refuse },
    stop: async () => {},
  }
}
