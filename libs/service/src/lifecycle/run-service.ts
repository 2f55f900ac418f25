import { parseArgs } from 'node:util'
import type { commonSettings } from '../config/common-settings.ts'
import type { Config } from '../config/define-config.ts'
import { printableConfig, redactedConfig } from '../config/print-config.ts'
import { ConfigError, readConfig, readSettings } from '../config/read-config.ts'
import { createLog } from '../telemetry/log.ts'
import { runMigrations } from './run-migrations.ts'
import type { ServiceDefinition, ServiceInstance, ServiceShape } from './service-definition.ts'
import { startService } from './start-service.ts'
import { startTraces } from '../telemetry/start-traces.ts'
import { stopWithGrace } from './stop-with-grace.ts'

/** Beyond the time for work in flight: closing connections and sending the last spans. */
const closingMs = 5000
const unusable = 2

/**
 * The whole of a service's `main`: serves until it is told to stop, or, with `--check-config` and `--migrate`, does that
 * and ends. The exit code is 0 when done, 1 when something failed, 2 when the configuration or the arguments are unusable.
 */
export async function runService<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): Promise<void> {
  try {
    const { values } = parseArgs({
      options: { 'check-config': { type: 'boolean' }, migrate: { type: 'boolean' } },
    })
    if (values['check-config']) return checkConfig(definition)
    if (values.migrate) return await applyMigrations(definition)
    await serve(definition)
  } catch (error) {
    const isUnusable = error instanceof ConfigError || isArgumentError(error)
    if (isUnusable) process.stderr.write(`${definition.name}: ${error.message}\n`)
    else createLog(definition.name).fatal({ err: error }, 'the run failed')
    process.exitCode = isUnusable ? unusable : 1
  }
}

function checkConfig<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): void {
  process.stdout.write(`${printableConfig(definition.config, readConfig(definition.config))}\n`)
}

async function applyMigrations<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): Promise<void> {
  const { OUTTURN_LOG_LEVEL: level } = readSettings(definition.config, ['OUTTURN_LOG_LEVEL'])
  const log = createLog(definition.name, { level: level as string })
  const applied = await runMigrations(definition, { log, variables: process.env })
  for (const [schema, names] of Object.entries(applied)) {
    process.stdout.write(`${schema}: ${names.length === 0 ? 'up to date' : names.join(', ')}\n`)
  }
}

async function serve<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): Promise<void> {
  const config = readConfig(definition.config)
  const settings = config as Config<typeof commonSettings>
  const log = createLog(definition.name, { level: settings.OUTTURN_LOG_LEVEL })
  log.info({ config: redactedConfig(definition.config, config) }, 'starting')

  const stopTraces = await startTraces(definition.name, settings.OTEL_EXPORTER_OTLP_ENDPOINT)
  const starting = new AbortController()
  const started = startService(definition, config, { log, signal: starting.signal })
  stopWithGrace(
    async () => {
      starting.abort(new Error('told to stop while starting'))
      const service = await started.catch(() => undefined)
      await service?.stop()
      await stopTraces()
    },
    {
      timeoutMs: settings.OUTTURN_STOP_TIMEOUT_MS + closingMs,
      withParent: settings.OUTTURN_STOP_WITH_PARENT,
      log,
    },
  )
  started.catch((error: unknown) => {
    if (starting.signal.aborted) return
    log.fatal({ err: error }, 'the start failed')
    process.exit(1)
  })
}

function isArgumentError(error: unknown): error is Error {
  return (
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  )
}
