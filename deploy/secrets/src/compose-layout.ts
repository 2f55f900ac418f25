import { chmod, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { givenSecrets } from '@outturn/model'
import { makeSecrets } from './make-secrets.ts'
import { secretsIn } from './secrets.ts'

/** Writes the files that docker-compose.yml mounts. */
export async function writeComposeSecrets(folder: string, database: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const busPasswords = await makeSecrets(folder, database)
  const lines = Object.entries(busPasswords).map(([variable, password]) => `${variable}=${password}\n`)
  await secretsIn(folder).keep('nats.env', lines.join(''))
  // The containers run under another account. The folder itself stays closed to everyone else on this machine.
  const isGiven = (file: string) => givenSecrets.some(({ name }) => name === file)
  for (const name of await readdir(folder)) await chmod(join(folder, name), isGiven(name) ? 0o644 : 0o444)
}
