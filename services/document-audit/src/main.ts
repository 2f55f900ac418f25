import '@outturn/service/traces'
import { runService } from '@outturn/service'
import { documentAudit } from './service.ts'

await runService(documentAudit)
