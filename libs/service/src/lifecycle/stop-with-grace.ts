import closeWithGrace from 'close-with-grace'
import type { Log } from '../telemetry/log.ts'

/**
 * Calls `stop` once when the process is told to end (SIGTERM, SIGINT, SIGHUP, or its parent going away if asked), and ends
 * the process when it is done or `timeoutMs` have passed. A second signal ends it at once. An error that no one caught ends it
 * at once too: after it nothing in memory can be trusted, and what was acknowledged is in Postgres.
 */
export function stopWithGrace(
  stop: () => Promise<void>,
  { timeoutMs, withParent, log }: { timeoutMs: number; withParent: boolean; log: Log },
): void {
  // The parent may go away while a signal is obeyed: both wait for the one stop.
  let stopping: Promise<void> | undefined

  async function stopLogged(signal: string | undefined): Promise<void> {
    log.info({ signal }, 'stopping')
    try {
      await stop()
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'the stop failed')
      throw error
    }
  }

  const { close } = closeWithGrace(
    {
      delay: timeoutMs,
      logger: null,
      // Handlers for the first two are below; the others mean that the process is broken and must end as the system says.
      skip: [
        'uncaughtException',
        'unhandledRejection',
        'SIGILL',
        'SIGTRAP',
        'SIGABRT',
        'SIGBUS',
        'SIGFPE',
        'SIGSEGV',
        'SIGUSR2',
      ],
      onSecondSignal: (signal) => log.warn({ signal }, 'told again to end: ending at once'),
      onTimeout: (ms) => log.error({ timeoutMs: ms }, 'work in flight did not end in time'),
    },
    ({ signal }) => (stopping ??= stopLogged(signal)),
  )
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an error was not caught; ending')
    process.exit(1)
  })
  if (!withParent) return
  whenParentIsGone(() => {
    log.info('parent gone')
    close()
  })
}

/** The IPC channel tells, where there is one; else standard input, which the parent must hold open. */
function whenParentIsGone(close: () => void): void {
  if (process.channel !== undefined) {
    process.once('disconnect', close)
    return
  }
  process.stdin.once('end', close).once('error', close).resume()
}
