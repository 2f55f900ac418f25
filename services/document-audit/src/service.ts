import { readAuditCapabilities } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { defineService } from '@outturn/service'
import { documentAuditConfig } from './config.ts'
import { handleReadCapabilities } from './handlers/read-capabilities.ts'

export const documentAuditService = defineService({
  name: 'document-audit',
  config: documentAuditConfig,
  build: () => ({ commands: [on(readAuditCapabilities, handleReadCapabilities())] }),
})
