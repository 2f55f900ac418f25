import type { AuditEntry } from '../../store/console/audit-store.ts'

const columns = ['at', 'actor', 'action', 'target', 'result', 'network', 'details'] as const

/** RFC 4180 in UTF-8 with a byte order mark, as table programs read it. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, action, target, result, address_prefix, details }) => [
    at.toISOString(),
    actor,
    action,
    target,
    result,
    address_prefix,
    JSON.stringify(details),
  ])
  return `\uFEFF${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** A text that a table program would read as a formula begins with an apostrophe. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
