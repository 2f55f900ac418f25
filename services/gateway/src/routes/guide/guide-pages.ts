import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The pages of the guide by their names, as Markdown. */
export type GuidePages = ReadonlyMap<string, string>

/** In a checkout and in an image alike. */
const folder = join(import.meta.dirname, '../../../../../docs/guide')

let pages: Promise<GuidePages> | undefined

/** Every page, read once in a process, when one is first asked for. */
export function readGuide(): Promise<GuidePages> {
  pages ??= readAll().catch((error: unknown) => {
    pages = undefined
    throw error
  })
  return pages
}

async function readAll(): Promise<GuidePages> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
  const read = names.map(
    async (name): Promise<[string, string]> => [
      name.slice(0, -'.md'.length).toLowerCase(),
      await readFile(join(folder, name), 'utf8'),
    ],
  )
  return new Map(await Promise.all(read))
}
