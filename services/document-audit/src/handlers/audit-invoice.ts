import { accountOf, type auditInvoice, forbidden } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { AuditDeps } from '../deps.ts'

/**
 * Audits, then charges: what is refused costs nothing. A repetition is computed again, because no part of the files or of the result
 * is kept; what is remembered of a command is that it was charged, and the digest of its request.
 */
export function handleAuditInvoice({
  slug,
  db,
  auditor,
  chargeAudit,
}: AuditDeps): Handler<typeof auditInvoice> {
  /** A command that is sent again while it is computed waits for the one computation. */
  const underWay = new Map<string, Promise<string>>()

  return async ({ audit }, context) => {
    const { commandId, bodyDigest, principal, deadline } = context
    const accountId = accountOf(principal)
    if (accountId === null) throw forbidden('Only an account has invoices audited.')
    const identity = { commandId, bodyDigest, command: 'document-audit.audit-invoice' }
    const known = await readRememberedReply(db, identity)
    const auditId = derivedId('audit', commandId)
    const sent = `${commandId}:${bodyDigest}`
    const auditing =
      underWay.get(sent) ??
      auditor
        .auditInvoice({ request: audit.bytes, auditId, slug }, { accountId, deadline })
        .finally(() => underWay.delete(sent))
    underWay.set(sent, auditing)
    const text = await auditing
    if (known === null) {
      await chargeAudit({ auditId, accountId }, context)
      await inTransaction(db, (tx) => remembered(tx, identity, async () => ({ charged: true })))
    }
    return rawReply(text, { isReplayed: known !== null })
  }
}
