import { runService } from '@outturn/service'
import { fetcherService } from './fetcher/service.ts'

await runService(fetcherService)
