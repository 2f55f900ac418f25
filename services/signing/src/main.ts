import '@outturn/service/traces'
import { fileURLToPath } from 'node:url'
import { runService } from '@outturn/service'
import { signingConfig } from './config.ts'
import { buildSigning } from './service.ts'

await runService({
  name: 'signing',
  config: signingConfig,
  migrations: fileURLToPath(new URL('./store/migrations', import.meta.url)),
  build: buildSigning,
})
