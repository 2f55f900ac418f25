import { existsSync, readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const mark = '.aside-'

/** Renames a file or folder so that its name says when it was moved aside; returns the new path. */
export async function setAside(path: string, at: Date): Promise<string> {
  const moved = `${path}${mark}${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  await rename(path, moved)
  return moved
}

/** Everything that was moved aside from this path. */
export function setAsideFolders(path: string): string[] {
  const folder = dirname(path)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}${mark}`))
  return names.map((name) => join(folder, name))
}
