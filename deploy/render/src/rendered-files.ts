import {
  backupFile,
  composeFile,
  exampleNatsConfigFile,
  modelFile,
  natsConfigFile,
  rolesFile,
} from '@outturn/model/places'
import { renderBackupFile } from './compose/backup-file.ts'
import { renderComposeFile } from './compose/compose-file.ts'
import { renderModelFile } from './compose/model-file.ts'
import { chartFiles } from './helm/chart-files.ts'
import { monitoringFiles } from './monitoring/monitoring-files.ts'
import { renderNatsConfig } from './nats/nats-config.ts'
import { renderRolesSql } from './roles/roles-sql.ts'

/** Every file that is made of the model, and what makes it. */
export const renderedFiles: readonly { readonly file: string; readonly render: () => string }[] = [
  { file: natsConfigFile, render: renderNatsConfig },
  { file: rolesFile, render: renderRolesSql },
  { file: composeFile, render: renderComposeFile },
  { file: modelFile, render: renderModelFile },
  { file: backupFile, render: renderBackupFile },
  ...monitoringFiles,
  ...chartFiles,
  { file: exampleNatsConfigFile, render: renderNatsConfig },
]
