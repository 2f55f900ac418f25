import { join } from 'node:path'

/** Root of the repository. */
export const repository = join(import.meta.dirname, '../../..')

/** Files of a deployment that the local system uses as they are. */
export const natsConfigFile = join(repository, 'deploy/nats/nats.conf')
export const rolesFile = join(repository, 'deploy/postgres/roles.sql')
export const composeFile = join(repository, 'docker-compose.yml')

/** Where what is compiled for chains of tests is kept. */
export const contractsFolder = join(repository, '.outturn/payments')
