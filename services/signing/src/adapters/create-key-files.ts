import { generateKeyPairSync } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Environment } from '@outturn/contracts'
import { formatKeyFile } from '../domain/key-file.ts'
import { purposes } from '../domain/purpose.ts'
import { keyFilePath } from './key-files.ts'

/**
 * Creates the key files that an environment does not have yet, readable by their owner only, and returns the paths it
 * created. A file that is there is never replaced.
 */
export async function createKeyFiles(
  directory: string,
  environment: Environment,
  now: Date,
): Promise<string[]> {
  const created: string[] = []
  for (const purpose of purposes) {
    const path = keyFilePath(directory, environment, purpose)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    if (file === null) continue
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    await file.writeFile(formatKeyFile({ environment, purpose, createdAt: now.toISOString(), pem }))
    await file.sync()
    await file.close()
    created.push(path)
  }
  return created
}
