import { commonSettings, databaseSettings, defineConfig, integer } from '@outturn/service'

export const documentAuditConfig = defineConfig({
  ...commonSettings,
  ...databaseSettings,
  OUTTURN_AUDIT_THREADS: integer({ min: 1, max: 64 })
    .default(2)
    .describe('Audits at once, each in a thread of its own.'),
  OUTTURN_AUDIT_TIMEOUT_MS: integer({ min: 100, max: 60_000 })
    .default(10_000)
    .describe('Longest processor time of one audit, in milliseconds; a longer one is ended.'),
  OUTTURN_AUDIT_MEMORY_MB: integer({ min: 64, max: 8_192 })
    .default(512)
    .describe('Most memory of one audit, in megabytes; one that takes more is ended.'),
  OUTTURN_AUDIT_QUEUE_MB: integer({ min: 32, max: 8_192 })
    .default(128)
    .describe(
      'Most memory of the requests of audits that wait or run, in megabytes; further ones are refused at once.',
    ),
  OUTTURN_AUDIT_WAIT_MS: integer({ min: 0, max: 20_000 })
    .default(10_000)
    .describe('How long an audit waits for its turn before it is refused, in milliseconds.'),
})
