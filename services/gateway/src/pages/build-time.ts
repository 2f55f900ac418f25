import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build of an image writes its time here. */
const file = join(import.meta.dirname, '../../built-at')

/** When this copy of the product was built: the time of its image; a copy that runs from its sources is built when it starts. */
export function readBuildTime(startedAt: Date, path: string = file): Date {
  try {
    const built = new Date(readFileSync(path, 'utf8').trim())
    return Number.isNaN(built.getTime()) ? startedAt : built
  } catch {
    return startedAt
  }
}
