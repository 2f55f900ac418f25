import { chargeAudit, keyOfAccount } from '@outturn/contracts'
import type { Bus, CommandContext } from '@outturn/messaging'
import type { AuditKind } from '@outturn/vocabulary'

/** Charges an audit to an account; refuses as billing does. */
export type ChargeAudit = (
  audit: { readonly auditId: string; readonly kind: AuditKind; readonly accountId: string },
  context: CommandContext,
) => Promise<void>

/** Has the billing service charge audits, each once however often it is asked. */
export function createAuditCharger(bus: Bus): ChargeAudit {
  return async (audit, { commandId, principal, requestId, deadline }) => {
    const keyId = keyOfAccount(principal, audit.accountId)
    const sent = { commandId: `charge:${commandId}`, principal, requestId, deadline }
    await bus.request(chargeAudit, { ...audit, keyId }, sent)
  }
}
