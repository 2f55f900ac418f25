import { fileURLToPath } from 'node:url'
import { ownerRole, runtimeRole, schemaName } from '@outturn/contracts'
import { createPool, migrate, type Pool } from '@outturn/postgres'
import { createLog } from '@outturn/service'
import { testDatabase } from '@outturn/testkit'
import { afterAll } from 'vitest'

const environment = 'production'

/** The tables of the service for one test file, reached as the running service reaches them. */
export async function testPool(): Promise<Pool> {
  const database = await testDatabase()
  afterAll(() => database.drop())
  const schema = schemaName('spool', environment)
  const role = runtimeRole('spool', environment)
  await migrate({
    connectionString: database.urlOf(ownerRole('spool', environment)),
    schema,
    runtimeRole: role,
    directory: fileURLToPath(new URL('../store/migrations', import.meta.url)),
    log: createLog('spool', { level: 'silent' }),
  })
  const pool = createPool({ connectionString: database.urlOf(role), schema, applicationName: 'test' })
  afterAll(() => pool.end())
  return pool
}
