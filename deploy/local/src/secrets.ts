import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './home.ts'

/** Secrets that are made once and kept in files that only their owner may read. */
export interface Secrets {
  /** A password that begins with a letter, as nats-server wants it. */
  password(name: string): Promise<string>
  /** An Ed25519 private key as PKCS#8 PEM. */
  signingKey(name: string): Promise<string>
  /** Keeps a value that changes from start to start, such as a URL with a password; returns its file. */
  keep(name: string, value: string): Promise<string>
  pathOf(name: string): string
}

export function secretsIn(folder: string): Secrets {
  const pathOf = (name: string) => join(folder, name)
  const onceMade = async (name: string, make: () => string) => {
    if (!existsSync(pathOf(name))) await writeWhole(pathOf(name), make())
    return readFileSync(pathOf(name), 'utf8')
  }
  return {
    pathOf,
    password: (name) => onceMade(name, () => `p${randomBytes(24).toString('hex')}`),
    signingKey: (name) =>
      onceMade(name, () =>
        generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ),
    async keep(name, value) {
      await writeWhole(pathOf(name), value)
      return pathOf(name)
    },
  }
}
