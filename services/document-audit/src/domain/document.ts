import type { Sha256 } from '@outturn/canonical'

/** The parts of a result that a signed statement carries. */
export type AuditSummary = {
  readonly inputs: Readonly<Record<string, string>>
  readonly resultDigest: string
  readonly currency: string | null
  readonly totals: Readonly<Record<string, number>>
  readonly engineVersion: string
}

/** A result as JSON text, with what is signed of it. */
export type AuditDocument = { readonly text: string; readonly summary: AuditSummary }

export type DocumentOptions = { readonly auditId: string; readonly slug: string; readonly sha256: Sha256 }
