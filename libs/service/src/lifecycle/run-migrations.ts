import { runtimeRole, type ServiceName, schemaName } from '@outturn/contracts'
import { checkSchemas, migrate, planSchemas } from '@outturn/postgres'
import type { commonConfig } from '../config/common-settings.ts'
import { type ConfigDefinition, type Variables, variableName } from '../config/define-config.ts'
import { ConfigError, readSettings } from '../config/read-config.ts'
import type { Log } from '../telemetry/log.ts'
import type { ServiceDefinition, ServiceShape } from './service-definition.ts'

type Migrating<S extends ServiceShape> = Pick<ServiceDefinition<S>, 'name' | 'config' | 'migrations'>
type RunOptions = { log: Log; variables: Variables }

/**
 * Brings the schemas of every hosted environment forward with the roles that own them, and returns the names of what was
 * applied by schema. Needs none of the settings that only a serving process has.
 */
export async function runMigrations<S extends ServiceShape>(
  definition: Migrating<S>,
  options: RunOptions,
): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {}
  for (const target of targetsOf(definition, options)) applied[target.schema] = await migrate(target)
  return applied
}

/** What `runMigrations` would do; see `planSchemas`. */
export function printMigrationPlan<S extends ServiceShape>(
  definition: Migrating<S>,
  options: RunOptions,
): Promise<string[]> {
  return planSchemas(targetsOf(definition, options))
}

/** How the schemas of every hosted environment stand to this program; see `checkSchemas`. */
export function checkServiceSchemas<S extends ServiceShape>(
  definition: Migrating<S>,
  options: RunOptions,
): Promise<{ lines: string[]; isUsable: boolean }> {
  return checkSchemas(targetsOf(definition, options))
}

function targetsOf<S extends ServiceShape>(
  { name, config, migrations }: Migrating<S>,
  { log, variables }: RunOptions,
) {
  const definition = config as unknown as ConfigDefinition<typeof commonConfig>
  if (!('OUTTURN_OWNER_DATABASE_URL' in definition.shape)) {
    throw new ConfigError([`${name} has no database to migrate`])
  }
  const settings = readSettings(definition, ['ENVIRONMENTS', 'OUTTURN_OWNER_DATABASE_URL'], variables)
  const missing = settings.ENVIRONMENTS.filter(
    (environment) => settings.OUTTURN_OWNER_DATABASE_URL[environment] === undefined,
  )
  if (missing.length > 0) {
    throw new ConfigError(
      missing.map((environment) => `${variableName('OUTTURN_OWNER_DATABASE_URL', environment)} is required`),
    )
  }
  return settings.ENVIRONMENTS.map((environment) => ({
    connectionString: settings.OUTTURN_OWNER_DATABASE_URL[environment] ?? '',
    schema: schemaName(name as ServiceName, environment),
    runtimeRole: runtimeRole(name as ServiceName, environment),
    log,
    ...(migrations !== undefined && { directory: migrations }),
  }))
}
