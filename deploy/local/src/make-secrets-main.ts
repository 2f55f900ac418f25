// Makes the secrets that docker-compose.yml mounts, where they are missing: `make-secrets-main.ts DIRECTORY`.
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { allBusPermissions } from './rendered/bus-permissions.ts'
import { roleUrl } from './database/database.ts'
import { natsPasswordVariable } from './rendered/nats-config.ts'
import { schemaRoles } from './database/roles-sql.ts'
import { secretsIn } from './home/secrets.ts'

const folder = resolve(process.argv[2] ?? '.outturn/docker')
const database = 'postgres://postgres:5432/outturn'

await mkdir(folder, { recursive: true, mode: 0o700 })
const secrets = secretsIn(folder)
const superuser = await secrets.password('postgres')
await secrets.keep('url-postgres', roleUrl(database, 'postgres', superuser))
for (const role of schemaRoles.flatMap(({ owner, runtime }) => [owner, runtime])) {
  await secrets.keep(`url-${role}`, roleUrl(database, role, await secrets.password(`postgres-${role}`)))
}
const variables: string[] = []
for (const { userName } of allBusPermissions()) {
  variables.push(`${natsPasswordVariable(userName)}=${await secrets.password(`nats-${userName}`)}\n`)
}
await secrets.keep('nats.env', variables.join(''))
await secrets.password('key-pepper')
// The containers run under another account. The folder itself stays closed to everyone else on this machine.
for (const name of await readdir(folder)) await chmod(join(folder, name), 0o444)
process.stdout.write(`the secrets are in ${folder}\n`)
