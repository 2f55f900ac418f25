import { runService } from '@outturn/service'
import { verificationService } from './service.ts'

await runService(verificationService)
