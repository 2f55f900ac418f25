import type { Environment } from '@outturn/vocabulary'
import { type Job, type JobResult, resultsOf, resultSubject, type ServiceName } from '@outturn/contracts'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { fromHeaders, type HeaderRecord } from '../messages/message-headers.ts'
import { readMessage } from '../messages/message-text.ts'
import { textOf } from '../messages/packed-body.ts'

/** Results of jobs that this process waits for. */
export type ResultInbox = {
  /** Where a worker sends the result for this key. */
  subjectFor(key: string): string
  /**
   * Settles with the result, or with null when the deadline (epoch ms) passes first or the result is not one of the job:
   * the requester asks again for what was recorded, by itself or by its sweeper.
   */
  waitFor<J extends Job>(job: J, key: string, deadline: number): Promise<JobResult<J> | null>
}

export type ResultInboxOptions = {
  environment: Environment
  service: ServiceName
  instanceId: string
  log: BusLog
}

type Arrived = { readonly data: Uint8Array; readonly headers: HeaderRecord }

/** One subscription for the whole process; several may wait for the same key. */
export function openResultInbox(
  connection: Connection,
  { environment, service, instanceId, log }: ResultInboxOptions,
): ResultInbox {
  const waiting = new Map<string, Set<(message: Arrived | null) => void>>()
  connection.nats.subscribe(resultsOf(environment, service, instanceId), {
    callback: (error, message) => {
      if (error !== null) {
        log.error({ err: error }, 'the subscription to results failed')
        return
      }
      const waiters = waiting.get(message.subject.slice(message.subject.lastIndexOf('.') + 1))
      if (waiters === undefined) return
      for (const settle of waiters) settle({ data: message.data, headers: fromHeaders(message.headers) })
    },
  })
  async function resultIn<J extends Job>({ data, headers }: Arrived, job: J): Promise<JobResult<J> | null> {
    try {
      const expected = { schema: job.result, name: `the result of ${job.name}` }
      return readMessage<J['result']>(await textOf(data, headers), headers, expected)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a result of a job could not be read')
      return null
    }
  }

  return {
    subjectFor(key) {
      if (!/^[\w-]+$/.test(key)) throw new Error(`not a token of a subject: ${JSON.stringify(key)}`)
      return resultSubject(environment, service, instanceId, key)
    },
    waitFor(job, key, deadline) {
      return new Promise((resolve) => {
        const waiters = waiting.get(key) ?? new Set()
        waiting.set(key, waiters)
        const timer = setTimeout(() => settle(null), Math.max(0, deadline - Date.now()))
        function settle(message: Arrived | null): void {
          clearTimeout(timer)
          waiters.delete(settle)
          if (waiters.size === 0 && waiting.get(key) === waiters) waiting.delete(key)
          resolve(message && resultIn(message, job))
        }
        waiters.add(settle)
      })
    },
  }
}
