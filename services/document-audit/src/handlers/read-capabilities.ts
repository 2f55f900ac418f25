import { auditProducts, type readAuditCapabilities } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'

/** Names the audit products that this version computes; a product is listed when it works, not before. */
export function handleReadCapabilities(): Handler<typeof readAuditCapabilities> {
  return async () => ({ products: [...auditProducts] })
}
