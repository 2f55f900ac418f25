import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Environment, type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import { createFile } from '@outturn/whole-files'
import { formatKeyFile } from '../domain/keys/key-file.ts'
import { keyFilePath } from './key-files.ts'

/** Which keys to make. */
export type WantedKeys = {
  /** All of them without it. */
  readonly purposes?: readonly SigningPurpose[]
  /** Tells the next key of a purpose from the one in use. */
  readonly label?: string
  /** Encrypts the files (PKCS #8, PBES2 with AES-256). */
  readonly passphrase?: string
}

/**
 * Creates the key files that an environment does not have yet, readable by their owner only, and returns the paths it
 * created. A file that is there is never replaced.
 */
export async function createKeyFiles(
  directory: string,
  environment: Environment,
  now: Date,
  wanted: WantedKeys = {},
): Promise<string[]> {
  const created: string[] = []
  for (const purpose of wanted.purposes ?? signingPurposes) {
    const path = keyFilePath(directory, environment, purpose, wanted.label)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (existsSync(path)) continue
    const pem = newPrivateKey(wanted.passphrase)
    const text = formatKeyFile({ environment, purpose, createdAt: now.toISOString(), pem })
    if (await createFile(path, text)) created.push(path)
  }
  return created
}

function newPrivateKey(passphrase: string | undefined): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  return privateKey.export({ format: 'pem', type: 'pkcs8', ...encryption }).toString()
}
