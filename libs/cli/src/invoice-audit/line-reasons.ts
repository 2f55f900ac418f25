import type { InvoiceAudit } from '@outturn/sdk'

export type Discrepancy = InvoiceAudit['discrepancies'][number]
export type AuditedLine = InvoiceAudit['lines'][number]

/** The lines with their own discrepancies, and those of the invoice as a whole. */
export type ExplainedAudit = {
  readonly lines: readonly { readonly line: AuditedLine; readonly found: readonly Discrepancy[] }[]
  readonly whole: readonly Discrepancy[]
}

/** Discrepancies come in the order of the lines; lines may share their number and key, so each takes those that follow. */
export function explainLines({ lines, discrepancies }: InvoiceAudit): ExplainedAudit {
  let at = 0
  const explained = lines.map((line) => {
    const left = new Set<string>(line.discrepancies)
    const found: Discrepancy[] = []
    let last: string | undefined
    for (;;) {
      const next = discrepancies[at]
      if (next === undefined || next.line !== line.line || next.key !== line.key) break
      if (next.code !== last && !left.delete(next.code)) break
      last = next.code
      found.push(next)
      at += 1
    }
    return { line, found }
  })
  return {
    lines: explained,
    whole: discrepancies.slice(at).filter(({ line, code }) => line === null && code !== 'unbilled_record'),
  }
}
