import type { Database } from '@outturn/postgres/typed'
import type { AuditQueue } from './adapters/audit-queue.ts'
import type { Auditor } from './adapters/auditor.ts'
import type { ChargeAudit } from './adapters/billing.ts'
import type { PdfReader } from './adapters/pdf-reader.ts'
import type { SignAudit } from './adapters/signing.ts'
import type { HoldLease } from './flows/hold-lease.ts'

/** What the handlers of one environment work with. */
export type AuditDeps = {
  readonly slug: string
  readonly db: Database<never>
  readonly queue: AuditQueue
  /** Keeps other processes from computing the same audit. */
  readonly holdLease: HoldLease
  readonly auditor: Auditor
  readonly pdfs: PdfReader
  /** Counts one more PDF of a caller; false when it has had as many as it may today. */
  readonly countPdfRead: (caller: string, now: Date) => Promise<boolean>
  readonly chargeAudit: ChargeAudit
  readonly signAudit: SignAudit
}
