import '@outturn/service/traces'
import { runService } from '@outturn/service'
import { billing } from './service.ts'

await runService(billing)
