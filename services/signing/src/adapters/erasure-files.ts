import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeSha256 } from '@outturn/canonical/node'
import type { Environment } from '@outturn/vocabulary'
import { createFile } from '@outturn/whole-files'
import {
  erasureName,
  formatErasure,
  type ListedErasure,
  parseErasure,
  UnusableErasure,
} from '../domain/erasures/listed-erasure.ts'

/** The list of erasures of one environment, outside of the database. All replicas use one folder. */
export type ErasureFiles = {
  /** Adds an erasure, on the disk when this resolves; one that is listed stays as it is. */
  append(erasure: ListedErasure): Promise<void>
  /** The names of all that are listed. Throws UnusableErasure where they cannot be read. */
  names(): Promise<string[]>
  /** What is listed under a name. Throws UnusableErasure for a file that cannot be relied on. */
  read(name: string): Promise<ListedErasure>
}

const fileName = /^([0-9a-f]{64})\.json$/

/**
 * Files that are created and never changed, `<directory>/<environment>/erasures/<name>.json`: a file each, because replicas on several
 * machines may add to the list at once and no lock is left behind by a crash.
 */
export function erasureFilesIn(directory: string, environment: Environment): ErasureFiles {
  const folder = join(directory, environment, 'erasures')
  return {
    async append(erasure) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await createFile(
        join(folder, `${erasureName(erasure, nodeSha256)}.json`),
        formatErasure(erasure, nodeSha256),
      )
      await using handle = await open(folder)
      await handle.sync()
    },
    async names() {
      const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw new UnusableErasure(
          `The folder ${environment}/erasures of OUTTURN_LOG_FLOOR_DIR cannot be read (${error.code})`,
        )
      })
      return files.flatMap((file) => fileName.exec(file)?.[1] ?? [])
    },
    async read(name) {
      const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(
        (error: NodeJS.ErrnoException) => {
          throw new UnusableErasure(`${name} of the list of erasures cannot be read (${error.code})`)
        },
      )
      return parseErasure(text, name, nodeSha256)
    },
  }
}
