import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownerRole, runtimeRole, type ServiceName, schemaName } from '@outturn/contracts'
import { migrate } from '@outturn/postgres'
import { environments } from '@outturn/vocabulary'
import { pino } from 'pino'
import { databaseUrl, roleUrl, templateDatabase, withClient } from './template-database.ts'

const services = join(import.meta.dirname, '../../../services')
const log = pino({ level: 'silent' })
/** Serializes the test files that need the same template first. */
const lockKey = 7_215_004

/** Makes a database with the tables of these services, once for a run of tests, and returns its name. */
export async function migratedTemplate(serverUrl: string, names: readonly ServiceName[]): Promise<string> {
  const template = [templateDatabase, ...names.toSorted()].join('_').replaceAll('-', '_')
  await withClient(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const found = await client.query('select from pg_database where datname = $1', [template])
    if (found.rowCount !== 0) return
    // Under its own name only when it is whole: a run that is ended half way leaves nothing that looks finished.
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template ${templateDatabase}`)
    for (const name of names) await migrateService(databaseUrl(serverUrl, draft), name)
    await client.query(`alter database ${draft} rename to ${template}`)
  })
  return template
}

async function migrateService(url: string, service: ServiceName): Promise<void> {
  const directory = join(services, service, 'src/store/migrations')
  for (const environment of environments) {
    await migrate({
      connectionString: roleUrl(url, ownerRole(service, environment)),
      schema: schemaName(service, environment),
      runtimeRole: runtimeRole(service, environment),
      ...(existsSync(directory) && { directory }),
      log,
    })
  }
}
