import { join } from 'node:path'
import { testDatabase, type TestNats, testNats } from '@outturn/testkit'
import { afterAll } from 'vitest'
import { type OpenSpool, openSpool, type TestEnvironment } from './open-spool.ts'

/** The spool service of one test file, on a database and bus of its own; all of it ends with the file. */
export async function testSpools(
  clock: TestEnvironment['clock'],
  settings: TestEnvironment['settings'] = {},
): Promise<OpenSpool & { readonly nats: TestNats }> {
  const database = await testDatabase(['spool', 'verification'])
  afterAll(() => database.drop())
  const nats = await testNats({ configFile: join(import.meta.dirname, 'deployed-size.conf') })
  afterAll(() => nats.stop())
  const spools = await openSpool({ databaseUrlOf: database.urlOf, natsUrl: nats.url, clock, settings })
  afterAll(() => spools.close())
  return { ...spools, nats }
}
