import { accountOf, type auditInvoice, forbidden } from '@outturn/contracts'
import { type Handler, type RawReply, rawReply } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { AuditDeps } from '../deps.ts'
import { computeAudit } from '../flows/compute-audit.ts'

/**
 * Audits, then charges: what is refused costs nothing. A repetition is computed again, because no part of the files or of the result
 * is kept; what is remembered of a command is that it was charged, and the digest of its request.
 */
export function handleAuditInvoice(deps: AuditDeps): Handler<typeof auditInvoice> {
  const { db, chargeAudit, signAudit } = deps
  /** A command that is sent again while it is computed waits for the one computation. */
  const underWay = new Map<string, Promise<RawReply>>()

  return async (files, context) => {
    const { commandId, bodyDigest, principal } = context
    const accountId = accountOf(principal)
    if (accountId === null) throw forbidden('Only an account has invoices audited.')
    const identity = { commandId, bodyDigest, command: 'document-audit.audit-invoice' }
    const auditId = derivedId('audit', commandId)

    async function answer(owner: string): Promise<RawReply> {
      const known = await readRememberedReply(db, identity)
      const { text, signed } = await computeAudit(deps, files, { accountId: owner, auditId, context })
      // A repetition is signed as of the first time, so that its bytes are the same.
      const issuedAt = known === null ? context.now.toISOString() : issuedAtOf(known)
      const audit = signed && { ...signed, auditId, kind: 'invoice_audit' as const, issuedAt }
      const statement = audit && (await signAudit(audit, context))
      const whole = statement === null ? text : `{"statement":${statement},${text.slice(1)}`
      if (known !== null) return rawReply(whole, { isReplayed: true })
      await chargeAudit({ auditId, accountId: owner }, context)
      await inTransaction(db, (tx) => remembered(tx, identity, async () => ({ charged: true, issuedAt })))
      return rawReply(whole)
    }

    const sent = `${commandId}:${bodyDigest}`
    const answering = underWay.get(sent) ?? answer(accountId).finally(() => underWay.delete(sent))
    underWay.set(sent, answering)
    return answering
  }
}

function issuedAtOf({ text }: StoredReply): string {
  const bytes = typeof text === 'string' ? text : new TextDecoder().decode(text)
  return (JSON.parse(bytes) as { issuedAt: string }).issuedAt
}
