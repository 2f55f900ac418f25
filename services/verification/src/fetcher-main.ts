import '@outturn/service/traces'
import { runService } from '@outturn/service'
import { databaseVariables, fetcherConfig } from './fetcher/config.ts'
import { buildFetcher } from './fetcher/service.ts'

// This process talks to whoever a caller names; what it does not hold cannot be taken from it.
const credentials = databaseVariables(process.env)
if (credentials.length > 0) {
  process.stderr.write(`the fetcher starts without database credentials: unset ${credentials.join(', ')}\n`)
  process.exit(1)
}

await runService({ name: 'fetcher', config: fetcherConfig, build: buildFetcher })
