import { environments } from '@outturn/vocabulary'
import { serviceNames } from '@outturn/contracts'
import type { ServerName } from '../settings.ts'

/** Connections that are left for operators, backups and the migrations. */
export const sparePostgresConnections = 20

/** Connections that deliveries of sources have to themselves, of each process of verification in production. */
const deliveryConnections = 4

/** Most connections to Postgres that so many processes of each server may open at once, with what is left for operators. */
export function postgresConnections(
  replicasOf: (server: ServerName) => number,
  {
    poolMax = 8,
    environmentCount = environments.length,
  }: { poolMax?: number; environmentCount?: number } = {},
): number {
  const processes = serviceNames.reduce((sum, service) => sum + replicasOf(service), 0)
  const ofDeliveries = replicasOf('verification') * deliveryConnections
  return processes * environmentCount * poolMax + ofDeliveries + sparePostgresConnections
}
