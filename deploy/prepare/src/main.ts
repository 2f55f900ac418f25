// Applies the roles and every service's migrations to a database, as its superuser, and ends. The superuser's URL and
// the passwords of the roles come from the files of SECRETS_DIR, which `npm run secrets` makes. --plan and --check-schema change nothing.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseUrl, superuser } from '@outturn/model'
import { applyRoles, checkAll, migrateAll, planAll, PrepareError } from './database.ts'

const usage = `Usage: prepare [--plan | --check-schema]

Applies the database roles and the migrations of every service.

  --plan          print which tables the pending migrations lock and how many rows these have; change nothing
  --check-schema  print which migrations are pending, and which only a later release has; change nothing. Ends with 1 unless this release
                  runs on the database as it is
`

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

function readOptions(): { plan?: boolean; 'check-schema'?: boolean } {
  try {
    const { values } = parseArgs({
      options: { plan: { type: 'boolean' }, 'check-schema': { type: 'boolean' }, help: { type: 'boolean' } },
    })
    if (values.help) {
      process.stdout.write(usage)
      return process.exit(0)
    }
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`)
    return process.exit(2)
  }
}

async function run(): Promise<void> {
  const options = readOptions()
  const url = await urlOf(superuser)
  if (options['check-schema']) {
    const { lines, isUsable } = await checkAll(url, passwordOf)
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!isUsable) process.exitCode = 1
    return
  }
  if (options.plan) {
    process.stdout.write(`${(await planAll(url, passwordOf)).join('\n')}\n`)
    return
  }
  await applyRoles(url, passwordOf)
  process.stdout.write(`applied the roles and ${await migrateAll(url, passwordOf)} migrations\n`)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof PrepareError)) throw error
  process.stderr.write(`${error.message}\n${remedies[error.problem]}\n`)
  process.exitCode = 1
}
