import '@outturn/service/traces'
import { fileURLToPath } from 'node:url'
import { runService } from '@outturn/service'
import { verificationConfig } from './config.ts'
import { buildVerification } from './service.ts'

await runService({
  name: 'verification',
  config: verificationConfig,
  migrations: fileURLToPath(new URL('./store/migrations', import.meta.url)),
  build: buildVerification,
})
