import { type CommandInput, signAuditStatement } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'

/** Has the signing service sign a statement of an audit; the statement as JSON text. */
export type SignAudit = (
  audit: CommandInput<typeof signAuditStatement>,
  context: CommandContext,
) => Promise<string>

export function createAuditSigner(bus: Bus): SignAudit {
  return async (audit, { principal, requestId, deadline }) => {
    const { statement } = await bus.request(signAuditStatement, audit, { principal, requestId, deadline })
    return JSON.stringify(statement)
  }
}
