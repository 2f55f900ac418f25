import { extname } from 'node:path'
import { createWorkerPool, endOfThread, isOutOfClock } from '@outturn/concurrency/worker-pool'
import { overloaded, Refusal, refusalFromMessage } from '@outturn/contracts'
import type { Metrics } from '@outturn/service'
import { observeLimiter } from '@outturn/service'
import type * as worker from './audit-worker.ts'
import type { AuditAnswer, AuditTask, ComputedAudit } from './audit-worker.ts'

/** The account that an audit is for, the time at which it stops waiting, epoch ms, and who learns that it begins. */
export type AuditCaller = {
  readonly accountId: string
  readonly deadline: number
  readonly onStarted?: () => void
}

/** Audits documents in threads with limits on time and memory; accounts share the threads. */
export type Auditor = {
  auditInvoice(task: AuditTask, caller: AuditCaller): Promise<ComputedAudit>
  replayPromise(task: Omit<AuditTask, 'pdf'>, caller: AuditCaller): Promise<ComputedAudit>
  stop(): Promise<void>
}

export type AuditorLimits = {
  /** Audits at once. */
  readonly threads: number
  /** Maximum processor time of one audit. */
  readonly timeoutMs: number
  /** Maximum heap of one audit. */
  readonly memoryMb: number
}

/** An audit makes many small objects that live long: more room for young ones takes 30 MB more and saves no time. */
const youngMemoryMb = 8

/** On a machine that is full an audit may take so many times longer on the clock. */
const clockFactor = 2

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./audit-worker${extname(import.meta.url)}`, import.meta.url).href

export function createAuditor({ threads, timeoutMs, memoryMb }: AuditorLimits, metrics: Metrics): Auditor {
  const ended = metrics.counter(
    'audits_ended_total',
    'Audits that were ended, by the limit that they exceeded.',
    ['cause'],
  )
  const pool = createWorkerPool({
    module: workerFile,
    threads,
    memoryMb,
    youngMemoryMb,
    time: { processorMs: timeoutMs, clockMs: timeoutMs * clockFactor },
    onFailedStart: () => ended.inc({ cause: 'start' }),
  })
  observeLimiter(metrics, 'audits', pool.permits)

  function refusalOf(error: unknown): unknown {
    if ((error as Error).name === 'PermitUnavailable') {
      ended.inc({ cause: 'wait' })
      return overloaded('The audit had to wait for other audits for too long.')
    }
    const cause = endOfThread(error)
    if (cause === null) return error
    ended.inc({ cause })
    if (isOutOfClock(error)) return overloaded(`The audit did not end within ${timeoutMs * clockFactor} ms.`)
    const bound = cause === 'time' ? `${timeoutMs} ms of processor time` : `${memoryMb} MB of memory`
    return new Refusal('input_too_large', `The audit takes more than ${bound}.`, {
      remediation: 'Send the files in several parts, such as one for each customer or month.',
    })
  }

  async function compute(name: keyof typeof worker, task: object, caller: AuditCaller) {
    const { accountId, deadline, onStarted } = caller
    const run = () => {
      onStarted?.()
      return pool.run(name, task)
    }
    const auditing = pool.permits.run(run, { key: accountId, deadline })
    const answer = (await auditing.catch((error: unknown) => {
      throw refusalOf(error)
    })) as AuditAnswer
    if ('refusal' in answer) throw refusalFromMessage(answer.refusal)
    return answer
  }

  return {
    auditInvoice: (task, caller) => compute('auditInvoiceApart', task, caller),
    replayPromise: (task, caller) => compute('replayPromiseApart', task, caller),
    stop: () => pool.destroy(),
  }
}
