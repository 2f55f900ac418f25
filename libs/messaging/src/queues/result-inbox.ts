import type { Environment } from '@outturn/vocabulary'
import { busHeaders, type Job, type JobResult, resultSubject, type ServiceName } from '@outturn/contracts'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { readMessage } from '../messages/message-text.ts'
import { textOf } from '../messages/packed-body.ts'
import { type ReceivedPart, readPacket } from '../packets/packet.ts'

/** Results of jobs that this process waits for. */
export type ResultInbox = {
  /** Where a worker sends results. */
  readonly subject: string
  isAwaited(key: string): boolean
  /** Ends the wait for a result whose job was not stored. */
  refuse(key: string): void
  /**
   * Settles with the result, or with null when the deadline (epoch ms) passes first, the server falls silent or the result is not one of the job:
   * the requester asks again for what was recorded, by itself or by its sweeper. Rejects with `JobRefused` when the queue does not store
   * the job.
   */
  waitFor<J extends Job>(job: J, key: string, deadline: number): Promise<JobResult<J> | null>
}

/** The queue does not store messages, so no worker gets the job. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused'
}

export type ResultInboxOptions = {
  environment: Environment
  service: ServiceName
  instanceId: string
  log: BusLog
  /** Told when the wait for a key ends, and whether a result came. */
  settled: (key: string, isAnswered: boolean) => void
}

type End = ReceivedPart | JobRefused | null

/** One subscription for the whole process; several may wait for the same key. */
export function openResultInbox(
  connection: Connection,
  { environment, service, instanceId, log, settled }: ResultInboxOptions,
): ResultInbox {
  const waiting = new Map<string, Set<(end: End) => void>>()
  const subject = resultSubject(environment, service, instanceId)
  const silence = connection.watchSilence({
    isAwaited: () => waiting.size > 0,
    fellSilent() {
      for (const waiters of [...waiting.values()]) for (const settle of [...waiters]) settle(null)
    },
  })
  connection.nats.subscribe(subject, {
    callback: (error, message) => {
      if (error !== null) {
        log.error({ err: error }, 'the subscription to results failed')
        return
      }
      try {
        const { parts } = readPacket(message.data)
        for (const part of parts) {
          const waiters = waiting.get(part.headers[busHeaders.resultKey] ?? '') ?? []
          for (const settle of waiters) settle(part)
        }
      } catch (reason) {
        log.error({ err: reason }, 'results could not be read')
      }
    },
  })
  async function resultIn<J extends Job>(
    { body, headers }: ReceivedPart,
    job: J,
  ): Promise<JobResult<J> | null> {
    try {
      const expected = { schema: job.result, name: `the result of ${job.name}` }
      return readMessage<J['result']>(await textOf(body, headers), headers, expected)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a result of a job could not be read')
      return null
    }
  }

  return {
    subject,
    isAwaited: (key) => waiting.has(key),
    refuse(key) {
      for (const settle of waiting.get(key) ?? []) settle(new JobRefused('the queue does not store the job'))
    },
    waitFor(job, key, deadline) {
      return new Promise((resolve, reject) => {
        const waiters = waiting.get(key) ?? new Set()
        waiting.set(key, waiters)
        const timer = setTimeout(() => settle(null), Math.max(0, deadline - Date.now()))
        function settle(end: End): void {
          clearTimeout(timer)
          waiters.delete(settle)
          if (waiters.size === 0 && waiting.get(key) === waiters) {
            waiting.delete(key)
            settled(key, end !== null && !(end instanceof JobRefused))
          }
          if (end instanceof JobRefused) reject(end)
          else resolve(end && resultIn(end, job))
        }
        waiters.add(settle)
        silence.begin()
      })
    },
  }
}
