import { writeFile } from 'node:fs/promises'
import { renderNatsConfig } from './nats-config.ts'
import { natsConfigFile, rolesFile } from './places.ts'
import { renderRolesSql } from './roles-sql.ts'

await writeFile(natsConfigFile, renderNatsConfig())
await writeFile(rolesFile, renderRolesSql())
