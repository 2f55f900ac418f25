// Applies the roles and every service's migrations to a database, as its superuser, and ends. The superuser's URL and
// the passwords of the roles come from the files of SECRETS_DIR, which `npm run secrets` makes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUrl, superuser } from '@outturn/model'
import { applyRoles, migrateAll, PrepareError } from './database.ts'

const remedies: Readonly<Record<PrepareError['problem'], string>> = {
  no_secret: 'Make the secrets with `npm run secrets`, or name their folder by SECRETS_DIR.',
  unreachable: 'Check that the server runs and that the address in the secret is right, then run this again.',
  wrong_password: 'The data was made with other secrets. Put back the secrets that belong to it.',
  migration_failed:
    'Nothing of this migration was applied. Run the version that made the data, or restore a backup.',
}

const folder = process.env['SECRETS_DIR'] ?? '/run/secrets'
const urlOf = async (role: string) => {
  const file = join(folder, databaseUrl(role).name)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PrepareError('no_secret', `${file} cannot be read (${error.code}).`)
  })
  return text.trim()
}
const passwordOf = async (role: string) => decodeURIComponent(new URL(await urlOf(role)).password)

try {
  const url = await urlOf(superuser)
  await applyRoles(url, passwordOf)
  process.stdout.write(`applied the roles and ${await migrateAll(url, passwordOf)} migrations\n`)
} catch (error) {
  if (!(error instanceof PrepareError)) throw error
  process.stderr.write(`${error.message}\n${remedies[error.problem]}\n`)
  process.exitCode = 1
}
