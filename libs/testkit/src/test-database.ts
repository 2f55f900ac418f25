import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrl, templateDatabase, testRolePassword, withClient } from './template-database.ts'

/** A database of one test file's own, with the roles, schemas and grants of a deployment and no tables. */
export interface TestDatabase {
  readonly name: string
  /** As superuser. */
  readonly url: string
  /** As one of the deployment's roles, such as `outturn_spool` or `outturn_spool_demo_owner`. */
  urlOf(role: string): string
  /** Ends every connection to it and deletes it. */
  drop(): Promise<void>
}

/** Makes a fresh database on the run's Postgres; call `drop` when done. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('testPostgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) =>
    client.query(`create database ${name} template ${templateDatabase}`),
  )
  const url = databaseUrl(serverUrl, name)
  return {
    name,
    url,
    urlOf(role) {
      const ofRole = new URL(url)
      ofRole.username = role
      ofRole.password = testRolePassword
      return ofRole.href
    },
    async drop() {
      await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}
