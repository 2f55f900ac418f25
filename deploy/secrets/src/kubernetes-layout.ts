import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deployedProcesses, superuser, superuserPassword } from '@outturn/model'
import { createKeyFiles } from '@outturn/signing/create-key-files'
import { environments, signingPurposes } from '@outturn/vocabulary'
import { replaceFile } from '@outturn/whole-files'
import { makeSecrets } from './make-secrets.ts'

export interface KubernetesLayout {
  /** Folder of the Secrets, and of what they are made of. */
  readonly folder: string
  /** Address of the database without a role. */
  readonly database: string
  /** Beginning of the names of the Secrets, as the chart has it in `secrets.prefix`. */
  readonly prefix: string
}

/**
 * Writes one folder for each Secret, named for it, with one file for each key. What is made once lies beside them in `made`, so that a
 * second run with another address keeps every password.
 */
export async function writeKubernetesSecrets({
  folder,
  database,
  prefix,
}: KubernetesLayout): Promise<string> {
  const made = join(folder, 'made')
  const keys = join(made, 'keys')
  await mkdir(keys, { recursive: true, mode: 0o700 })
  const busPasswords = await makeSecrets(made, database)
  const secret = (name: string) => readFile(join(made, name), 'utf8')
  const write = (name: string, files: Readonly<Record<string, string>>) =>
    writeFiles(join(folder, 'secrets', `${prefix}-${name}`), files)

  for (const { name, secrets } of deployedProcesses) {
    if (secrets.length === 0) continue
    const files = secrets.map(async (each) => [each.name, await secret(each.name)])
    await write(name, Object.fromEntries(await Promise.all(files)))
  }
  for (const environment of environments) {
    await createKeyFiles(keys, environment, new Date(), { purposes: signingPurposes })
    const own = join(keys, environment)
    const files = (await readdir(own)).map(async (name) => [name, await readFile(join(own, name), 'utf8')])
    await write(`signing-keys-${environment}`, Object.fromEntries(await Promise.all(files)))
  }
  await write('nats-server', busPasswords)
  await write('postgres-superuser', { username: superuser, password: await secret(superuserPassword.name) })
  return join(folder, 'secrets')
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(files)) await replaceFile(join(folder, name), content)
}
