import type { readSettlementCapabilities } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { configuredAdapters } from '../domain/adapters.ts'

export function handleReadCapabilities(): Handler<typeof readSettlementCapabilities> {
  return async () => ({ adapters: [...configuredAdapters] })
}
