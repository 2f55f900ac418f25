import { runtimeRole, schemaName } from '@outturn/contracts'
import { createPool, type Pool } from '@outturn/postgres'
import { patientPool, testDatabase } from '@outturn/testkit'
import { afterAll } from 'vitest'

const environment = 'production'

/** The tables of the service for one test file, reached as the running service reaches them. */
export async function testPool(): Promise<Pool> {
  const database = await testDatabase(['spool'])
  afterAll(() => database.drop())
  const schema = schemaName('spool', environment)
  const role = runtimeRole('spool', environment)
  const pool = createPool({
    connectionString: database.urlOf(role),
    schema,
    applicationName: 'test',
    ...patientPool,
  })
  afterAll(() => pool.end())
  return pool
}
