import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile, replaceFile } from '@outturn/whole-files'

/** Secrets that are made once and kept in files that only their owner may read. */
export interface Secrets {
  /** A password that begins with a letter, as nats-server wants it. */
  password(name: string): Promise<string>
  /** Keeps a value that changes from start to start, such as a URL with a password; returns its file. */
  keep(name: string, value: string): Promise<string>
  /** Makes an empty file for a value that is given by others, unless it is there. */
  expect(name: string): Promise<void>
  pathOf(name: string): string
}

export function secretsIn(folder: string): Secrets {
  const pathOf = (name: string) => join(folder, name)
  return {
    pathOf,
    async password(name) {
      if (!existsSync(pathOf(name))) await createFile(pathOf(name), `p${randomBytes(24).toString('hex')}`)
      return readFileSync(pathOf(name), 'utf8')
    },
    async expect(name) {
      if (!existsSync(pathOf(name))) await createFile(pathOf(name), '')
    },
    async keep(name, value) {
      await replaceFile(pathOf(name), value)
      return pathOf(name)
    },
  }
}
