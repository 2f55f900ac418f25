import { runService } from '@outturn/service'
import { documentAuditService } from './service.ts'

await runService(documentAuditService)
