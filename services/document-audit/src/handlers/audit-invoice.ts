import { auditInvoice } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { AuditDeps } from '../deps.ts'
import { createAuditAnswer } from '../flows/answer-audit.ts'
import { computeAudit } from '../flows/compute-audit.ts'

export function handleAuditInvoice(deps: AuditDeps): Handler<typeof auditInvoice> {
  const answer = createAuditAnswer(deps, { command: auditInvoice.name, kind: 'invoice_audit' })
  return async (files, context) => {
    const bytes = files.audit.bytes.byteLength + (files.pdf?.bytes.byteLength ?? 0)
    return answer(context, bytes, (order) => computeAudit(deps, files, order))
  }
}
