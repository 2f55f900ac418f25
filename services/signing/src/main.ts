import { runService } from '@outturn/service'
import { signingService } from './service.ts'

await runService(signingService)
