import { runService } from '@outturn/service'
import { billingService } from './service.ts'

await runService(billingService)
