import { randomUUID } from 'node:crypto'
import type { Command, CommandInput, CommandOutput } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'

/** Why the operators of tests do what they do. */
export const reason = 'a test'

/** Has an operator named alice do something. */
export function operate<C extends Command>(
  handler: Handler<C>,
  input: CommandInput<C>,
  commandId: string = randomUUID(),
): Promise<CommandOutput<C>> {
  const now = new Date()
  return handler(input, {
    principal: { kind: 'operator', name: 'alice' },
    commandId,
    bodyDigest: '',
    requestId: 'req_test',
    deadline: now.getTime() + 30_000,
    now,
    traceContext: {},
  }) as Promise<CommandOutput<C>>
}

/** The reason for which something is refused. */
export const refusedFor = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: { options?: { reason?: string }; code?: string }) => error.options?.reason ?? error.code,
  )
