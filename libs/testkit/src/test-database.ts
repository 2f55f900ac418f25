import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@outturn/contracts'
import type { Client } from 'pg'
import { inject } from 'vitest'
import { databaseUrl, roleUrl, templateDatabase, withClient } from './template-database.ts'

/** A database of one test file's own, with the roles, schemas and grants of a deployment. */
export interface TestDatabase {
  readonly name: string
  /** As superuser. */
  readonly url: string
  /** As one of the deployment's roles, such as `outturn_spool` or `outturn_spool_demo_owner`. */
  urlOf(role: string): string
  /** Another database with everything that this one has now; no one is connected to this one meanwhile. */
  copy(): Promise<TestDatabase>
  /** Ends every connection to it and refuses new ones; it is deleted at the latest with the server of the run. */
  drop(): Promise<void>
}

/**
 * Makes a fresh database on the run's Postgres, with the empty tables of these services in both environments; call `drop`
 * when done.
 */
export async function testDatabase(services: readonly ServiceName[] = []): Promise<TestDatabase> {
  const { url: serverUrl } = inject('testPostgres')
  return copyOf(services.length === 0 ? templateDatabase : await migratedOf(serverUrl, services))
}

async function copyOf(template: string): Promise<TestDatabase> {
  const { url: serverUrl, outlivesRun } = inject('testPostgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const url = databaseUrl(serverUrl, name)
  return {
    name,
    url,
    urlOf: (role) => roleUrl(url, role),
    copy: () => copyOf(name),
    async drop() {
      await withClient(serverUrl, (client) => (outlivesRun ? remove : retire)(client, name))
    },
  }
}

async function remove(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
}

/** A twentieth of what its removal costs, for which Postgres flushes everything else too. */
async function retire(client: Client, name: string): Promise<void> {
  await client.query(`alter database ${name} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
}

/** Loaded on first use: the tests of the libraries that it is made of need no tables of a service. */
async function migratedOf(serverUrl: string, services: readonly ServiceName[]): Promise<string> {
  const { migratedTemplate } = await import('./migrated-template.ts')
  return migratedTemplate(serverUrl, services)
}
