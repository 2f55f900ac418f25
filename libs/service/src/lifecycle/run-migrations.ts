import { runtimeRole, type ServiceName, schemaName } from '@outturn/contracts'
import { migrate } from '@outturn/postgres'
import type { commonConfig } from '../config/common-settings.ts'
import { type ConfigDefinition, type Variables, variableName } from '../config/define-config.ts'
import { ConfigError, readSettings } from '../config/read-config.ts'
import type { Log } from '../telemetry/log.ts'
import type { ServiceDefinition, ServiceShape } from './service-definition.ts'

/**
 * Brings the schemas of every hosted environment forward with the roles that own them, and returns the names of what was
 * applied by schema. Needs none of the settings that only a serving process has.
 */
export async function runMigrations<S extends ServiceShape>(
  { name, config, migrations }: Pick<ServiceDefinition<S>, 'name' | 'config' | 'migrations'>,
  { log, variables }: { log: Log; variables: Variables },
): Promise<Record<string, string[]>> {
  const definition = config as unknown as ConfigDefinition<typeof commonConfig>
  if (!('OUTTURN_OWNER_DATABASE_URL' in definition.shape)) {
    throw new ConfigError([`${name} has no database to migrate`])
  }
  const settings = readSettings(definition, ['ENVIRONMENTS', 'OUTTURN_OWNER_DATABASE_URL'], variables)
  const targets = settings.ENVIRONMENTS.map((environment) => ({
    environment,
    connectionString: settings.OUTTURN_OWNER_DATABASE_URL[environment],
  }))
  const missing = targets.filter(({ connectionString }) => connectionString === undefined)
  if (missing.length > 0) {
    throw new ConfigError(
      missing.map(
        ({ environment }) => `${variableName('OUTTURN_OWNER_DATABASE_URL', environment)} is required`,
      ),
    )
  }

  const applied: Record<string, string[]> = {}
  for (const { environment, connectionString = '' } of targets) {
    const schema = schemaName(name as ServiceName, environment)
    applied[schema] = await migrate({
      connectionString,
      schema,
      runtimeRole: runtimeRole(name as ServiceName, environment),
      log,
      ...(migrations !== undefined && { directory: migrations }),
    })
  }
  return applied
}
