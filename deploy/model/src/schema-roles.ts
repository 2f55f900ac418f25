import { environments } from '@outturn/vocabulary'
import { ownerRole, runtimeRole, schemaName, type ServiceName, serviceNames } from '@outturn/contracts'

/** One schema with the two roles that may use it. */
export interface SchemaRoles {
  service: ServiceName
  schema: string
  owner: string
  runtime: string
}

/** The schemas of a deployment: one for each service and environment. */
export const schemaRoles: readonly SchemaRoles[] = environments.flatMap((environment) =>
  serviceNames.map((service) => ({
    service,
    schema: schemaName(service, environment),
    owner: ownerRole(service, environment),
    runtime: runtimeRole(service, environment),
  })),
)

/** Every role that a deployment logs in as, beside the superuser. */
export const allRoles: readonly string[] = schemaRoles.flatMap(({ owner, runtime }) => [owner, runtime])
