import { writeFile } from 'node:fs/promises'
import { renderComposeFile } from './rendered/compose-file.ts'
import { renderNatsConfig } from './rendered/nats-config.ts'
import { composeFile, natsConfigFile, rolesFile } from './places.ts'
import { renderRolesSql } from './database/roles-sql.ts'

await writeFile(natsConfigFile, renderNatsConfig())
await writeFile(rolesFile, renderRolesSql())
await writeFile(composeFile, renderComposeFile())
