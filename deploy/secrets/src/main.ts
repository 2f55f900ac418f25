import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { allSecrets, givenSecrets, natsPasswordVariable, superuser, superuserPassword } from '@outturn/model'
import { roleUrl } from '@outturn/prepare'
import { secretsIn } from './secrets.ts'

const usage = `Usage: npm run secrets [-- FOLDER]

Makes the secrets that docker-compose.yml mounts, where they are missing, in FOLDER (by default .outturn/docker): passwords of Postgres
and NATS, the key pepper, and empty files for the keys of language models. A secret that is there stays as it is. Back the folder up together with the volumes.
`
const database = 'postgres://postgres:5432/outturn'

const folder = resolve(readFolder())
await mkdir(folder, { recursive: true, mode: 0o700 })
const secrets = secretsIn(folder)
const busVariables: string[] = []
for (const secret of allSecrets) {
  if (secret.kind === 'database-url') {
    const passwordFile = secret.role === superuser ? superuserPassword.name : `postgres-${secret.role}`
    await secrets.keep(secret.name, roleUrl(database, secret.role, await secrets.password(passwordFile)))
  } else {
    const password = await secrets.password(secret.name)
    if (secret.kind === 'bus-password')
      busVariables.push(`${natsPasswordVariable(secret.user)}=${password}\n`)
  }
}
await secrets.keep('nats.env', busVariables.join(''))
for (const { name } of givenSecrets) await secrets.expect(name)
// The containers run under another account. The folder itself stays closed to everyone else on this machine.
const isGiven = (file: string) => givenSecrets.some(({ name }) => name === file)
for (const name of await readdir(folder)) await chmod(join(folder, name), isGiven(name) ? 0o644 : 0o444)
process.stdout.write(`the secrets are in ${folder}\n`)

function readFolder(): string {
  try {
    const { positionals } = parseArgs({ allowPositionals: true })
    const [chosen = '.outturn/docker', ...others] = positionals
    return others.length === 0 ? chosen : giveUp()
  } catch {
    return giveUp()
  }
}

function giveUp(): never {
  process.stderr.write(usage)
  process.exit(2)
}
