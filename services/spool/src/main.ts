import { fileURLToPath } from 'node:url'
import { runService } from '@outturn/service'
import { spoolConfig } from './config.ts'
import { buildSpool } from './service.ts'

await runService({
  name: 'spool',
  config: spoolConfig,
  migrations: fileURLToPath(new URL('./store/migrations', import.meta.url)),
  build: buildSpool,
})
