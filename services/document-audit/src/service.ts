import { auditInvoice, readAuditCapabilities } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, type ServiceInstance } from '@outturn/service'
import { createAuditor } from './adapters/auditor.ts'
import { createAuditCharger } from './adapters/billing.ts'
import { documentAuditConfig } from './config.ts'
import { handleAuditInvoice } from './handlers/audit-invoice.ts'
import { handleReadCapabilities } from './handlers/read-capabilities.ts'

export const documentAuditService = defineService({
  name: 'document-audit',
  config: documentAuditConfig,
  build: buildDocumentAudit,
})

function buildDocumentAudit({
  config,
  pool,
  bus,
  metrics,
}: BuildContext<(typeof documentAuditConfig)['shape']>): ServiceInstance {
  const auditor = createAuditor(
    {
      threads: config.OUTTURN_AUDIT_THREADS,
      timeoutMs: config.OUTTURN_AUDIT_TIMEOUT_MS,
      memoryMb: config.OUTTURN_AUDIT_MEMORY_MB,
    },
    metrics,
  )
  const deps = {
    slug: config.SERVICE_SLUG,
    db: createDatabase<never>(pool),
    auditor,
    chargeAudit: createAuditCharger(bus),
  }
  return {
    commands: [
      on(readAuditCapabilities, handleReadCapabilities()),
      on(auditInvoice, handleAuditInvoice(deps)),
    ],
    stop: () => auditor.stop(),
  }
}
