import type { Environment } from '@outturn/vocabulary'
import type { ServiceName } from './service-name.ts'

/** Postgres schema of one service in one environment: `spool`, `spool_demo`. */
export function schemaName(service: ServiceName, environment: Environment): string {
  const base = service.replaceAll('-', '_')
  return environment === 'demo' ? `${base}_demo` : base
}

/** Role that owns the schema and runs its migrations. */
export function ownerRole(service: ServiceName, environment: Environment): string {
  return `outturn_${schemaName(service, environment)}_owner`
}

/** Role that the running service uses: no DDL, and on its own schema only. */
export function runtimeRole(service: ServiceName, environment: Environment): string {
  return `outturn_${schemaName(service, environment)}`
}
