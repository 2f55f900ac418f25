import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '@outturn/contracts'
import { fromBase64Url } from '@outturn/receipt-verifier'
import { createEd25519Signer } from '@outturn/receipt-verifier/node'
import { KeyFileError, parseKeyFile } from '../domain/key-file.ts'
import { type Purpose, purposes } from '../domain/purpose.ts'
import type { Signer } from '../domain/signer.ts'

/** A key that was read, with when it was made. */
export type LoadedKey = { readonly signer: Signer; readonly createdAt: string }

export type LoadedKeys = Readonly<Record<Purpose, LoadedKey | null>>

export function keyFilePath(directory: string, environment: Environment, purpose: Purpose): string {
  return join(directory, environment, `${purpose}.pem`)
}

/**
 * Reads `<directory>/<environment>/<purpose>.pem` for every purpose; a file that is not there leaves its purpose without a
 * key. Throws KeyFileError for a file of another environment or purpose, or without an Ed25519 key in it.
 */
export async function loadKeyFiles(
  directory: string | undefined,
  environment: Environment,
): Promise<LoadedKeys> {
  const load = (purpose: Purpose): Promise<LoadedKey | null> =>
    directory === undefined
      ? Promise.resolve(null)
      : loadKeyFile(keyFilePath(directory, environment, purpose), environment, purpose)
  const [receipt, attestation, status] = await Promise.all(purposes.map(load))
  const loaded = { receipt: receipt ?? null, attestation: attestation ?? null, status: status ?? null }
  const keyIds = Object.values(loaded).flatMap((key) => (key === null ? [] : [key.signer.keyId]))
  if (new Set(keyIds).size !== keyIds.length) {
    throw new KeyFileError(`${directory}: one key serves two purposes of ${environment}`)
  }
  return loaded
}

async function loadKeyFile(
  path: string,
  environment: Environment,
  purpose: Purpose,
): Promise<LoadedKey | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new KeyFileError(`${path}: cannot be read (${error.code})`)
  })
  if (text === null) return null
  const { pem, createdAt } = parseKeyFile(text, { environment, purpose, path })
  return { signer: createEd25519Signer(seedOf(pem, path)), createdAt }
}

function seedOf(pem: string, path: string): Uint8Array {
  const seed = fromBase64Url(privateMember(pem))
  if (seed?.length !== 32) throw new KeyFileError(`${path}: this is not an Ed25519 key`)
  return seed
}

function privateMember(pem: string): string {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? (key.export({ format: 'jwk' }).d ?? '') : ''
  } catch {
    return ''
  }
}
