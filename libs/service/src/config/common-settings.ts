import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import type { Config } from './define-config.ts'
import { flag, integer, listOf, perEnvironment, secret } from './setting.ts'
import { postgresUrl, tlsMistakes, tlsSettings } from './tls-settings.ts'

/** Settings of every process. */
export const commonSettings = {
  ENVIRONMENTS: listOf(environments)
    .default([...environments])
    .describe('Environments that this process hosts, comma-separated.'),
  SERVICE_SLUG: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,31}$/, 'must be 2 to 32 lower-case letters, digits and hyphens')
    .default('outturn')
    .describe('Name that schema ids and published documents carry.'),
  OUTTURN_DEPLOYMENT: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('What this deployment is for: `production`, `development` or `test`.'),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/\S+$/, 'must be nats:// or tls:// addresses, comma-separated')
    .describe('Addresses of the NATS servers, comma-separated.'),
  ...tlsSettings,
  OUTTURN_NATS_PASSWORD: perEnvironment(
    secret(z.string().min(8).describe("Password of this process's NATS user.")),
  ),
  OUTTURN_INTERNAL_HOST: z.string().default('127.0.0.1').describe('Address of the probes and metrics.'),
  OUTTURN_INTERNAL_PORT: integer({ min: 0, max: 65_535 })
    .default(9090)
    .describe('Port of the probes and metrics; 0 takes any free one and logs it.'),
  OUTTURN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe log line that is written.'),
  OUTTURN_START_TIMEOUT_MS: integer({ min: 0, max: 3_600_000 })
    .default(60_000)
    .describe('How long the start waits for Postgres and NATS, in milliseconds.'),
  OUTTURN_STOP_TIMEOUT_MS: integer({ min: 100, max: 600_000 })
    .default(25_000)
    .describe('How long a stop waits for work in flight, in milliseconds.'),
  OUTTURN_EVENT_LOOP_LIMIT_MS: integer({ min: 10, max: 60_000 })
    .default(200)
    .describe('Delay of the event loop above which new writes are refused as overload, in milliseconds.'),
  OUTTURN_EVENT_LOOP_PRECISION_MS: integer({ min: 1, max: 1_000 })
    .default(100)
    .describe(
      'How often the delay of the event loop is sampled for the metrics, in milliseconds; and a sample wakes the process.',
    ),
  OUTTURN_STOP_WITH_PARENT: flag()
    .default(false)
    .describe('Stop when the IPC channel or standard input of the parent process closes.'),
  OUTTURN_FAIL_POINTS_DIR: z
    .string()
    .optional()
    .describe('Folder in which a test arms fail points; refused unless the deployment is `test`.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('OTLP/HTTP collector; traces are recorded only when it is set.'),
}

/** Problems of common values that are right alone and wrong together. */
export function commonMistakes(config: Partial<Config<typeof commonSettings>>): string[] {
  return [
    ...(config.OUTTURN_FAIL_POINTS_DIR !== undefined && config.OUTTURN_DEPLOYMENT !== 'test'
      ? ['OUTTURN_FAIL_POINTS_DIR can be used only when OUTTURN_DEPLOYMENT is test']
      : []),
    ...tlsMistakes(config),
  ]
}

/** Settings of a process that takes requests from outside. */
export const frontSettings = {
  OUTTURN_STOP_DELAY_MS: integer({ min: 0, max: 120_000 })
    .default(0)
    .describe(
      'How long a process that stops goes on to take requests while it is not ready, in milliseconds: the time that a load balancer needs to take it out.',
    ),
}

/** Settings of a process with a database; one that has none leaves them out. */
export const databaseSettings = {
  DATABASE_URL: perEnvironment(
    secret(postgresUrl().describe("Postgres URL with this service's runtime role.")),
  ),
  OUTTURN_OWNER_DATABASE_URL: perEnvironment(
    secret(
      postgresUrl()
        .optional()
        .describe('Postgres URL with the role that owns the schema; read by `--migrate` only.'),
    ),
  ),
  OUTTURN_POOL_MAX: integer({ min: 1, max: 200 })
    .default(8)
    .describe('Most Postgres connections of one environment.'),
  OUTTURN_POOL_WAIT_MS: integer({ min: 10, max: 60_000 })
    .default(1000)
    .describe('How long a caller waits for a Postgres connection before it is refused, in milliseconds.'),
  OUTTURN_STATEMENT_TIMEOUT_MS: integer({ min: 10, max: 600_000 })
    .default(2000)
    .describe('Longest time of one statement, in milliseconds.'),
}

/** A whole process configuration of the settings above, for services with nothing to add. */
export const commonConfig = { ...commonSettings, ...databaseSettings }
