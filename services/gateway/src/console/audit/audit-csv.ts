import type { AuditEntry } from '../../store/console/audit-store.ts'
import { csvText } from '../csv-text.ts'

const columns = ['at', 'actor', 'action', 'target', 'result', 'network', 'details'] as const

export function auditCsv(entries: readonly AuditEntry[]): string {
  return csvText(
    columns,
    entries.map(({ at, actor, action, target, result, address_prefix, details }) => [
      at.toISOString(),
      actor,
      action,
      target,
      result,
      address_prefix,
      JSON.stringify(details),
    ]),
  )
}
