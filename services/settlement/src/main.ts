import { runService } from '@outturn/service'
import { settlementService } from './service.ts'

await runService(settlementService)
