import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { auditInvoice, readAuditCapabilities, replayPromise } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, every, type ServiceInstance } from '@outturn/service'
import { createAuditQueue } from './adapters/audit-queue.ts'
import { createAuditor } from './adapters/auditor.ts'
import { createAuditCharger } from './adapters/billing.ts'
import { createAuditSigner } from './adapters/signing.ts'
import { createPdfReader } from './adapters/pdf-reader.ts'
import { documentAuditConfig } from './config.ts'
import { createLeaseHolder } from './flows/hold-lease.ts'
import { handleAuditInvoice } from './handlers/audit-invoice.ts'
import { forgetAuditLeases } from './store/audit-leases.ts'
import { countPdfRead, forgetPdfReads } from './store/pdf-reads.ts'
import { handleReplayPromise } from './handlers/replay-promise.ts'
import { handleReadCapabilities } from './handlers/read-capabilities.ts'

export const documentAuditService = defineService({
  name: 'document-audit',
  config: documentAuditConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: buildDocumentAudit,
})

function buildDocumentAudit({
  config,
  pool,
  bus,
  metrics,
  log,
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
    queue: createAuditQueue(
      { memoryMb: config.OUTTURN_AUDIT_QUEUE_MB, waitMs: config.OUTTURN_AUDIT_WAIT_MS },
      metrics,
    ),
    holdLease: createLeaseHolder(pool, {
      holder: randomUUID(),
      onFailedRenewal: (err) => log.warn({ err }, 'the leases of audits could not be written'),
    }),
    auditor,
    pdfs: createPdfReader(
      {
        processes: config.OUTTURN_AUDIT_THREADS,
        timeoutMs: config.OUTTURN_AUDIT_TIMEOUT_MS,
        memoryMb: config.OUTTURN_AUDIT_MEMORY_MB,
      },
      metrics,
    ),
    countPdfRead: (caller: string, now: Date) => countPdfRead(pool, caller, now),
    chargeAudit: createAuditCharger(bus),
    signAudit: createAuditSigner(bus),
  }
  return {
    commands: [
      on(readAuditCapabilities, handleReadCapabilities()),
      on(auditInvoice, handleAuditInvoice(deps)),
      on(replayPromise, handleReplayPromise(deps)),
    ],
    sweepers: [
      every(3_600_000, 'forget-pdf-reads', (now) => forgetPdfReads(pool, now)),
      every(3_600_000, 'forget-audit-leases', () => forgetAuditLeases(pool)),
    ],
    stop: () => auditor.stop(),
  }
}
