import { runService } from '@outturn/service'
import { fetcherService } from './service.ts'

await runService(fetcherService)
