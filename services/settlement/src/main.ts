import '@outturn/service/traces'
import { runService } from '@outturn/service'
import { settlement } from './service.ts'

await runService(settlement)
