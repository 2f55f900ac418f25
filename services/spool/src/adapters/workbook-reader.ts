import { extname } from 'node:path'
import type { FileReading, TableReaders } from '@outturn/checkers'
import { createWorkerPool, endOfThread } from '@outturn/concurrency/worker-pool'
import type * as worker from './workbook-worker.ts'
import type { WorkbookTask } from './workbook-worker.ts'

/** Reads workbooks in a thread of bounded time and memory, one at a time. */
export type WorkbookReader = { readonly read: TableReaders['workbook']; stop(): Promise<void> }

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./workbook-worker${extname(import.meta.url)}`, import.meta.url).href

const defaultBounds = { timeoutMs: 20_000, memoryMb: 512 }

const taskName = 'readWorkbook' satisfies keyof typeof worker

export function createWorkbookReader(bounds: Partial<typeof defaultBounds> = {}): WorkbookReader {
  const { timeoutMs, memoryMb } = { ...defaultBounds, ...bounds }
  const pool = createWorkerPool({ module: workerFile, threads: 1, memoryMb })
  return {
    read: async (bytes, sheet) => {
      const task: WorkbookTask = { bytes, sheet }
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reading = pool.permits.run(() => pool.run(taskName, task, { signal }), { signal })
        return (await reading) as FileReading
      } catch (error) {
        if (endOfThread(error) !== null || (error as Error).name === 'TimeoutError') {
          return { kind: 'other', problem: tooLarge }
        }
        throw error
      }
    },
    stop: () => pool.close(),
  }
}

const tooLarge = {
  line: null,
  column: null,
  message: 'the workbook takes too much time or memory to read',
  remedy: 'Save the sheet as "CSV UTF-8" and send that as text/csv, or send fewer rows.',
}
