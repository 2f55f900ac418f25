import { runService } from '@outturn/service'
import { spoolService } from './service.ts'

await runService(spoolService)
