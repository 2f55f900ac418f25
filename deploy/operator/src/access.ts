import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Environment } from '@outturn/vocabulary'
import { unavailable } from '@outturn/contracts'
import { natsTls, type TlsFiles, type TlsVariables } from '@outturn/messaging'

/** Where the bus is and how the operator signs in to it. */
export type Access = { natsUrl: string; password: string; tls?: TlsFiles }

type LocalFile = {
  operator?: { nats_url: string; password_files: Record<Environment, string>; signing_keys_dir?: string }
}

/**
 * From NATS_URL and OUTTURN_NATS_PASSWORD (OUTTURN_DEMO_NATS_PASSWORD for the demo environment, or either with _FILE), and the files of
 * NATS_CA_FILE, NATS_CERT_FILE and NATS_KEY_FILE; without NATS_URL, from the system that `npm start` runs in `home`.
 */
export async function findAccess(
  env: NodeJS.ProcessEnv,
  environment: Environment,
  home = env['OUTTURN_HOME'] ?? '.outturn',
): Promise<Access> {
  const natsUrl = env['NATS_URL']
  if (natsUrl !== undefined) {
    const name = environment === 'demo' ? 'OUTTURN_DEMO_NATS_PASSWORD' : 'OUTTURN_NATS_PASSWORD'
    return { natsUrl, password: await secretOf(env, name), tls: natsTls(env as TlsVariables) }
  }
  const local = await localFileIn(home)
  if (local?.operator === undefined) {
    throw unavailable(`No system is running from the folder ${home}.`, {
      remediation: 'Start one with `npm start`, or set NATS_URL and OUTTURN_NATS_PASSWORD_FILE for another.',
    })
  }
  const { nats_url, password_files } = local.operator
  return { natsUrl: nats_url, password: await secretIn(password_files[environment]) }
}

/** Folder of the signing keys of the system that `npm start` runs in `home`. */
export async function localSigningKeys(
  env: NodeJS.ProcessEnv,
  home = env['OUTTURN_HOME'] ?? '.outturn',
): Promise<string> {
  const folder = (await localFileIn(home))?.operator?.signing_keys_dir
  if (folder !== undefined) return folder
  throw unavailable(`No system is running from the folder ${home}.`, {
    remediation: 'Start one with `npm start`, or name the folder of the signing keys with --dir.',
  })
}

async function localFileIn(home: string): Promise<LocalFile | null> {
  return readFile(resolve(home, 'local.json'), 'utf8').then(
    (text) => JSON.parse(text) as LocalFile,
    () => null,
  )
}

async function secretOf(env: NodeJS.ProcessEnv, name: string): Promise<string> {
  const value = env[name]
  if (value !== undefined) return value
  const file = env[`${name}_FILE`]
  if (file !== undefined) return secretIn(file)
  throw unavailable(`NATS_URL is set and ${name} is not.`, {
    remediation: `Set ${name} or ${name}_FILE to the operator's bus password.`,
  })
}

export async function secretIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unavailable(`The password file ${file} cannot be read (${error.code}).`, {
      remediation: 'Run the command under an account that may read this file.',
    })
  })
  return text.trim()
}
