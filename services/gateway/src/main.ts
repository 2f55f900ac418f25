import { runService } from '@outturn/service'
import { gatewayService } from './service.ts'

await runService(gatewayService)
