import { join } from 'node:path'

/** Root of the repository, and of the compiled sources in an image. */
export const repository = join(import.meta.dirname, '../../..')

/** Files of a deployment that are rendered from its model. */
export const natsConfigFile = join(repository, 'deploy/nats/nats.conf')
export const rolesFile = join(repository, 'deploy/postgres/roles.sql')
export const composeFile = join(repository, 'docker-compose.yml')
export const backupFile = join(repository, 'deploy/docker/backup.yml')
export const modelFile = join(repository, 'deploy/docker/model.yml')
/** Folder of the Helm chart; its templates are written by hand, and read what is rendered. */
export const chartFolder = join(repository, 'deploy/helm/outturn')
/** Copy of nats.conf for the worked example: kubectl reads no file outside of the folder that it applies. */
export const exampleNatsConfigFile = join(repository, 'deploy/kubernetes/base/nats.conf')
