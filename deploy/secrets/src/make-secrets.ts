import { allSecrets, givenSecrets, natsPasswordVariable, superuser, superuserPassword } from '@outturn/model'
import { roleUrl } from '@outturn/prepare'
import { secretsIn } from './secrets.ts'

/** Passwords of the users of the bus by the variables that nats-server reads them from. */
export type BusPasswords = Readonly<Record<string, string>>

/** Makes the secrets that are missing in a folder, one file each; `database` is the address of the database without a role. */
export async function makeSecrets(folder: string, database: string): Promise<BusPasswords> {
  const secrets = secretsIn(folder)
  const busPasswords: Record<string, string> = {}
  for (const secret of allSecrets) {
    if (secret.kind === 'database-url') {
      const passwordFile = secret.role === superuser ? superuserPassword.name : `postgres-${secret.role}`
      await secrets.keep(secret.name, roleUrl(database, secret.role, await secrets.password(passwordFile)))
    } else {
      const password = await secrets.password(secret.name)
      if (secret.kind === 'bus-password') busPasswords[natsPasswordVariable(secret.user)] = password
    }
  }
  for (const { name } of givenSecrets) await secrets.expect(name)
  return busPasswords
}
