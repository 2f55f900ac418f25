import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestNatsOptions } from './test-nats.ts'

const configFile = join(import.meta.dirname, '../../../deploy/nats/nats.conf')

/** Password of every user that `deploymentUsers` makes. */
export const busPassword = 'secret-of-a-test'

/** What a nats-server of a test needs to have the users and permissions of a deployment. */
export function deploymentUsers(): TestNatsOptions {
  const names = readFileSync(configFile, 'utf8').match(/(?<=\$)NATS_PASSWORD_\w+/g) ?? []
  return { configFile, env: Object.fromEntries(names.map((name) => [name, busPassword])) }
}
