// Applies the roles and every service's migrations to a database, as its superuser, and ends. The superuser's URL and
// the passwords of the roles come from the files that make-secrets-main.ts wrote to SECRETS_DIR.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyRoles, migrateAll } from './database/database.ts'

const folder = process.env['SECRETS_DIR'] ?? '/run/secrets'
const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim()
const databaseUrl = await read('url-postgres')
const passwordOf = async (role: string) => decodeURIComponent(new URL(await read(`url-${role}`)).password)

await applyRoles(databaseUrl, passwordOf)
process.stdout.write(`applied the roles and ${await migrateAll(databaseUrl, passwordOf)} migrations\n`)
