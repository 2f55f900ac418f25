import { writeFile } from 'node:fs/promises'
import { renderComposeFile } from './compose-file.ts'
import { renderNatsConfig } from './nats-config.ts'
import { composeFile, natsConfigFile, rolesFile } from './places.ts'
import { renderRolesSql } from './roles-sql.ts'

await writeFile(natsConfigFile, renderNatsConfig())
await writeFile(rolesFile, renderRolesSql())
await writeFile(composeFile, renderComposeFile())
