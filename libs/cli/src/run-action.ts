import type { CommandContext, ConnectionOptions } from './command.ts'
import { type ExitStatus, exitStatus } from './output.ts'

/** Runs a command that calls the service, and says why where the service refused or did not answer. */
export async function runAction(
  { host, end }: CommandContext,
  options: ConnectionOptions,
  work: () => Promise<ExitStatus>,
): Promise<void> {
  try {
    end(await work())
  } catch (error) {
    if (host.signal.aborted) {
      host.output.complain('Stopped.')
      return end(exitStatus.interrupted)
    }
    const [{ reportFailure }, { readSettings }] = await Promise.all([
      import('./failure.ts'),
      import('./connection/settings.ts'),
    ])
    const url = () => readSettings(options, host.env).url.value
    const status = reportFailure(error, host.output, { json: options.json, url })
    if (status === undefined) throw error
    end(status)
  }
}
