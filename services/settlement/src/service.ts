import { readSettlementCapabilities } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { defineService } from '@outturn/service'
import { settlementConfig } from './config.ts'
import { handleReadCapabilities } from './handlers/read-capabilities.ts'

export const settlementService = defineService({
  name: 'settlement',
  config: settlementConfig,
  build: () => ({ commands: [on(readSettlementCapabilities, handleReadCapabilities())] }),
})
