import { activeTraceIds } from '@outturn/messaging'
import { type DestinationStream, type Logger, pino } from 'pino'
import { censorSecrets } from './redaction.ts'

export type Log = Logger

/** What a child log of one request carries on every line. */
export type LogContext = { requestId?: string; spoolId?: string; environment?: string }

/** JSON lines on standard output, each with the ids of the active trace; secrets never reach a line. */
export function createLog(
  service: string,
  { level = 'info', destination }: { level?: string; destination?: DestinationStream } = {},
): Log {
  const options = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: activeTraceIds,
    hooks: { streamWrite: censorSecrets },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** A log whose every line names the request or Spool it is about. */
export function childLog(log: Log, context: LogContext): Log {
  return log.child(context)
}
