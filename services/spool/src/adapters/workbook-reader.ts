import { extname } from 'node:path'
import { heavyThreads } from '@outturn/service'
import type { FileReading, TableReaders } from '@outturn/checkers'
import { Piscina } from 'piscina'
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
  const pool = new Piscina<WorkbookTask, FileReading>({
    filename: workerFile,
    ...heavyThreads,
    minThreads: 0,
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // A thread that is ended tells the task that it ran; the next task gets another one.
  pool.on('error', () => {})
  return {
    read: async (bytes, sheet) => {
      try {
        return await pool.run({ bytes, sheet }, { name: taskName, signal: AbortSignal.timeout(timeoutMs) })
      } catch (error) {
        if (isEndOfThread(error)) return { kind: 'other', problem: tooLarge }
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

function isEndOfThread(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}
