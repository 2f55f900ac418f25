import { deploymentUsers, testDatabase, testNats } from '@outturn/testkit'
import { afterAll } from 'vitest'
import { type OpenSigning, openSigning, type TestServers } from './open-signing.ts'

/** Signing for one test file, on a database and bus of its own and without keys; all of it ends with the file. */
export async function testSigning(clock: TestServers['clock']): Promise<OpenSigning> {
  const nats = await testNats(deploymentUsers())
  afterAll(() => nats.stop())
  const database = await testDatabase(['signing'])
  afterAll(() => database.drop())
  const open = await openSigning({ natsUrl: nats.url, databaseUrlOf: database.urlOf, clock })
  afterAll(() => open.stop())
  return open
}
