import type { BusUser } from '@outturn/contracts'
import type { ProcessSubjects } from '@outturn/messaging'
import type { commonSettings, frontSettings } from '../config/common-settings.ts'
import type { Config, ConfigShape, Variables } from '../config/define-config.ts'
import { printableConfig, redactedConfig } from '../config/print-config.ts'
import { readConfig, readSettings } from '../config/read-config.ts'
import { createLog, type Log } from '../telemetry/log.ts'
import { checkServiceSchemas, printMigrationPlan, runMigrations } from './run-migrations.ts'
import type { ServiceDefinition, ServiceInstance, ServiceShape } from './service-definition.ts'
import { startService } from './start-service.ts'

/** A service as a process runs it, whatever its settings and instances are. */
export interface ServiceProgram {
  readonly name: BusUser
  readonly shape: ConfigShape
  /** Whether it takes requests from outside, and so is stopped before the services that answer them. */
  readonly isFront: boolean
  /** The redacted configuration as lines of text; throws `ConfigError`. */
  printConfig(variables: Variables): string
  /** Brings its schemas forward and returns a line for each. */
  migrate(variables: Variables): Promise<string[]>
  /** What `migrate` would do, as lines of text. */
  planMigrations(variables: Variables): Promise<string[]>
  /** What its schemas lack and have beyond it, as lines of text, and whether it runs on them as they are. */
  checkSchemas(variables: Variables): Promise<{ lines: string[]; isUsable: boolean }>
  /** Checks its configuration, and logs it redacted; throws `ConfigError`. */
  prepare(variables: Variables): PreparedProgram
}

/** Settings of a process; those of its front where it has one. */
export type ProcessSettings = Config<typeof commonSettings> & Partial<Config<typeof frontSettings>>

/** Where a service starts among those of its process. */
export interface PlaceInProcess {
  /** Aborted when the process is told to stop while it still starts. */
  readonly signal: AbortSignal
  /** Whether its metrics tell of the process too. */
  readonly tellsProcess: boolean
  readonly processSubjects: ProcessSubjects
}

/** A service whose configuration is right. */
export interface PreparedProgram extends Pick<ServiceProgram, 'name' | 'isFront'> {
  readonly settings: ProcessSettings
  readonly log: Log
  start(place: PlaceInProcess): Promise<{ stop(): Promise<void> }>
}

/** What runs a service by its definition. */
export function programOf<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): ServiceProgram {
  const { name, config: known } = definition
  const isFront = definition.front !== undefined
  const logOf = (variables: Variables) => {
    const { OUTTURN_LOG_LEVEL: level } = readSettings(known, ['OUTTURN_LOG_LEVEL'], variables)
    return createLog(name, { level: level as string })
  }
  return {
    name,
    shape: known.shape,
    isFront,
    printConfig: (variables) => printableConfig(known, readConfig(known, variables)),
    async migrate(variables) {
      const applied = await runMigrations(definition, { log: logOf(variables), variables })
      return Object.entries(applied).map(
        ([schema, names]) => `${schema}: ${names.length === 0 ? 'up to date' : names.join(', ')}`,
      )
    },
    planMigrations: async (variables) => printMigrationPlan(definition, { log: logOf(variables), variables }),
    checkSchemas: async (variables) => checkServiceSchemas(definition, { log: logOf(variables), variables }),
    prepare(variables) {
      const config = readConfig(known, variables)
      const settings = config as ProcessSettings
      const log = createLog(name, { level: settings.OUTTURN_LOG_LEVEL })
      log.info({ config: redactedConfig(known, config) }, 'starting')
      return {
        name,
        isFront,
        settings,
        log,
        start: (place) => startService(definition, config, { log, ...place }),
      }
    },
  }
}
