import { createPublicKey } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromBase64Url } from '@outturn/canonical'
import { type Environment, type SigningPurpose, signingPurposes } from '@outturn/vocabulary'
import { type KeyFile, KeyFileError, parseKeyFile } from '../domain/keys/key-file.ts'
import type { Signer } from '../domain/keys/signer.ts'
import { createLocalSigner } from './local-signer.ts'
import { createRemoteSigner, type RemoteSigning } from './remote-signer.ts'

/** A key that was read, with what it is for and when it was made. */
export type LoadedKey = {
  readonly purpose: SigningPurpose
  readonly signer: Signer
  readonly createdAt: string
}

/** Where the keys of one environment are, and what opens them. */
export type KeySource = {
  readonly environment: Environment
  readonly directory: string | undefined
  /** Opens the encrypted key files. */
  readonly passphrase: string | undefined
  /** Signs with the keys of which a file holds only the public half. */
  readonly remote: RemoteSigning | null
}

const fileName = /^(?<purpose>[a-z]+)(?:\.[A-Za-z0-9_-]+)?\.pem$/

/** Path of a key file; `label` tells several keys of one purpose apart. */
export function keyFilePath(
  directory: string,
  environment: Environment,
  purpose: SigningPurpose,
  label?: string,
): string {
  return join(directory, environment, label === undefined ? `${purpose}.pem` : `${purpose}.${label}.pem`)
}

/**
 * Reads every `<purpose>.pem` and `<purpose>.<label>.pem` in `<directory>/<environment>`, oldest key first; a folder that is
 * not there holds none. Throws KeyFileError for a file of another environment or purpose, one that cannot be opened, or one
 * key in two files.
 */
export async function loadKeyFiles(source: KeySource): Promise<LoadedKey[]> {
  if (source.directory === undefined) return []
  const folder = join(source.directory, source.environment)
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.pem'))
  const loaded = await Promise.all(names.map((name) => loadKeyFile(folder, name, source)))
  const keyIds = loaded.map(({ signer }) => signer.keyId)
  if (new Set(keyIds).size !== keyIds.length) {
    throw new KeyFileError(`${folder}: two files hold one key; a key serves one purpose, from one file`)
  }
  return loaded.toSorted(
    (a, b) => compare(a.createdAt, b.createdAt) || compare(a.signer.keyId, b.signer.keyId),
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new KeyFileError(`${folder}: cannot be read (${error.code})`)
  })
}

async function loadKeyFile(folder: string, name: string, source: KeySource): Promise<LoadedKey> {
  const path = join(folder, name)
  const word = fileName.exec(name)?.groups?.['purpose']
  const purpose = signingPurposes.find((each) => each === word)
  if (purpose === undefined) {
    throw new KeyFileError(
      `${path}: name it <purpose>.pem or <purpose>.<label>.pem; the purposes are ${signingPurposes.join(', ')}`,
    )
  }
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new KeyFileError(`${path}: cannot be read (${error.code})`)
  })
  const file = parseKeyFile(text, { environment: source.environment, purpose, path })
  return { purpose, createdAt: file.createdAt, signer: signerOf(file, path, source) }
}

function signerOf(file: KeyFile, path: string, source: KeySource): Signer {
  const refuse = (problem: string): never => {
    throw new KeyFileError(`${path}: ${problem}`)
  }
  switch (file.material) {
    case 'clear':
      return createLocalSigner(file.pem) ?? refuse('this is not an Ed25519 key')
    case 'encrypted':
      if (source.passphrase === undefined) {
        return refuse('this key is encrypted; set OUTTURN_SIGNING_KEYS_PASSPHRASE_FILE')
      }
      return createLocalSigner(file.pem, source.passphrase) ?? refuse('the passphrase opens no Ed25519 key')
    case 'remote':
      if (source.remote === null) {
        return refuse('this is only the public half of a key; set OUTTURN_REMOTE_SIGNER_URL')
      }
      return createRemoteSigner(
        publicKeyOf(file.pem) ?? refuse('this is not an Ed25519 key'),
        file,
        source.remote,
      )
    default:
      return file.material satisfies never
  }
}

function publicKeyOf(pem: string): Uint8Array | null {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'ed25519') return null
    return fromBase64Url(key.export({ format: 'jwk' }).x ?? '') ?? null
  } catch {
    return null
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
