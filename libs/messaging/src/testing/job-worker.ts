import { runVerification } from '@outturn/contracts'
import { createPool } from '@outturn/postgres'
import pino from 'pino'
import { connectBus } from '../index.ts'

// A worker process of its own, to be killed: it takes jobs, says so, and never finishes one.
const [servers = '', password = '', databaseUrl = ''] = process.argv.slice(2)
const pool = createPool({ connectionString: databaseUrl, schema: 'verification', applicationName: 'doomed' })
const bus = await connectBus({
  servers,
  user: 'verification',
  password,
  name: 'doomed',
  environment: 'production',
  service: 'verification',
  log: pino({ level: 'silent' }),
  pool,
})
bus.work({
  job: runVerification,
  concurrency: 4,
  async handle({ runId }) {
    process.stdout.write(`${runId}\n`)
    return new Promise<never>(() => {})
  },
})
