import { Document } from 'yaml'
import { archivingCommand } from './compose-servers.ts'

const header = ` Rendered from deploy/model by \`npm run render:deployment\`; change it there.

 Lets Postgres archive its WAL, and \`npm run backup\` reach it from this machine:

   docker compose -f docker-compose.yml -f deploy/docker/backup.yml up --detach --wait

 OUTTURN_BACKUPS is the absolute path of a folder on another disk, the same on this machine and in the container, so that what a restore writes down is
 right in both. OUTTURN_POSTGRES_PORT is the port of Postgres on 127.0.0.1.`

const folder = '${OUTTURN_BACKUPS:?name the folder of the backups}'

/** deploy/docker/backup.yml: what a deployment adds to be backed up by the commands of this machine. */
export function renderBackupFile(): string {
  const document = new Document(
    {
      services: {
        postgres: {
          command: archivingCommand(folder),
          volumes: [`${folder}:${folder}`],
          ports: ['127.0.0.1:${OUTTURN_POSTGRES_PORT:-5432}:5432'],
          networks: ['internal', 'edge'],
        },
      },
    },
    { version: '1.1', aliasDuplicateObjects: false },
  )
  document.commentBefore = header
  return document.toString({ lineWidth: 160 })
}
