import type { BusUser } from '@outturn/contracts'

/** What begins the names of the variables that are of one service alone: `DOCUMENT_AUDIT__` for document-audit. */
export function prefixOf(service: BusUser): string {
  return `${service.toUpperCase().replaceAll('-', '_')}__`
}
