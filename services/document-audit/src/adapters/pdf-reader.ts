import { extname } from 'node:path'
import { createProcessPool, ProcessEnded } from '@outturn/concurrency/process-pool'
import { overloaded, unprocessable } from '@outturn/contracts'
import { type Metrics, observeLimiter } from '@outturn/service'
import type { AuditCaller } from './auditor.ts'

/** Reads PDFs, each in a process of its own without credentials. */
export type PdfReader = {
  /** The text of a PDF with its positions, as JSON. `deadline` is when the caller stops waiting, epoch ms. */
  read(pdf: Uint8Array, caller: AuditCaller): Promise<Uint8Array>
}

export type PdfReaderLimits = {
  readonly processes: number
  readonly timeoutMs: number
  readonly memoryMb: number
}

const outputBytes = 64 * 1_048_576

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./pdf-worker${extname(import.meta.url)}`, import.meta.url).href

/** A process that ends by itself has run out of its heap, for all that is known. */
const causes: Record<ProcessEnded['cause'], string> = {
  time: 'more time than it may',
  memory: 'more memory than it may',
  output: 'more memory than it may',
  crash: 'more memory than it may',
}

export function createPdfReader(limits: PdfReaderLimits, metrics: Metrics): PdfReader {
  const ended = metrics.counter(
    'pdf_readings_ended_total',
    'Readings of PDFs that were ended, by the limit that they exceeded.',
    ['cause'],
  )
  const { processes, timeoutMs: timeMs, memoryMb } = limits
  const pool = createProcessPool({ program: workerFile, processes, timeMs, memoryMb, outputBytes })
  observeLimiter(metrics, 'pdf_readings', pool.permits)
  return {
    async read(pdf, { accountId, deadline, onStarted }) {
      const run = () => {
        onStarted?.()
        return pool.run(pdf)
      }
      try {
        return await pool.permits.run(run, { key: accountId, deadline })
      } catch (error) {
        if ((error as Error).name === 'PermitUnavailable') {
          throw overloaded('The PDF had to wait for other PDFs for too long.')
        }
        if (!(error instanceof ProcessEnded)) throw error
        ended.inc({ cause: error.cause })
        throw unprocessable('invoice_pdf_base64', `Reading the PDF takes ${causes[error.cause]}.`, {
          remediation: 'Send the invoice as CSV in invoice_csv.',
        })
      }
    },
  }
}
