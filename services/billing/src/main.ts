import { fileURLToPath } from 'node:url'
import { runService } from '@outturn/service'
import { billingConfig } from './config.ts'
import { buildBilling } from './service.ts'

await runService({
  name: 'billing',
  config: billingConfig,
  migrations: fileURLToPath(new URL('./store/migrations', import.meta.url)),
  build: buildBilling,
})
