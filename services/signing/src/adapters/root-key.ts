import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFile } from '@outturn/whole-files'
import { KeyFileError } from '../domain/keys/key-file.ts'
import type { Signer } from '../domain/keys/signer.ts'
import { createLocalSigner } from './local-signer.ts'

const purposeLine = 'Outturn-Purpose: root'
const pemBlock =
  /-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+-----END (?:ENCRYPTED )?PRIVATE KEY-----/

/**
 * Makes the key that vouches for key documents, in a file that its owner alone may read; null where the file is there. It
 * belongs on a machine that no network reaches, and in no folder of signing keys: services refuse it.
 */
export async function createRootKey(
  path: string,
  { now, passphrase }: { now: Date; passphrase?: string },
): Promise<Signer | null> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8', ...encryption }).toString()
  const text = `${purposeLine}\nOutturn-Created: ${now.toISOString()}\n${pem.trim()}\n`
  return (await createFile(path, text)) ? openRootKey(path, passphrase) : null
}

/** Throws KeyFileError for a file that holds no root key, or that the passphrase does not open. */
export async function openRootKey(path: string, passphrase?: string): Promise<Signer> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeyFileError(`${path}: cannot be read (${error.code})`)
  })
  if (!text.split('\n').includes(purposeLine)) throw new KeyFileError(`${path}: this is not a root key`)
  const pem = pemBlock.exec(text.replaceAll('\r', ''))?.[0] ?? ''
  const signer = createLocalSigner(pem, passphrase)
  if (signer === null) throw new KeyFileError(`${path}: no Ed25519 key, or not under this passphrase`)
  return signer
}
