import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '@outturn/model/places'
import { bundle, placeInBundle } from './bundle.ts'

/** The file to run in place of the source file of a program: its bundle, or the source itself when the bundle is gone. */
export type ProgramFile = (entry: string) => string

const folder = join(repository, '.outturn/programs')
/** All that goes into a bundle. */
const madeFrom = [
  '{libs,services,deploy}/*/{package.json,src/**/*.ts}',
  'pnpm-lock.yaml',
  'deploy/local/src/programs/*.ts',
]
/** What threads of the programs run. */
const threadEntries = () =>
  globSync('services/*/src/adapters/*-worker.ts', { cwd: repository }).map((file) => join(repository, file))
const partOfNone = /\.(test|fixture)\.ts$|\/testing\//
/** Bundles of other states of the sources that are kept, for systems that still run them. */
const keptBundles = 4

/**
 * Bundles programs of the services. Each is made of hundreds of small modules, and loading these one by one is most of what a start
 * costs. A bundle is made once for a state of the sources and kept in `.outturn/programs`.
 */
export async function bundlePrograms(
  entries: readonly string[],
  tell: (message: string) => void,
): Promise<ProgramFile> {
  const place = join(folder, await digestOf(entries))
  if (!existsSync(place)) {
    tell('bundling the programs of the services')
    await bundleInto(place, entries)
    await forgetOldBundles()
  }
  const now = new Date()
  await utimes(place, now, now)
  return (entry) => {
    const file = placeInBundle(place, entry)
    return existsSync(file) ? file : entry
  }
}

async function digestOf(entries: readonly string[]): Promise<string> {
  const files = globSync(madeFrom, { cwd: repository }).filter((file) => !partOfNone.test(file))
  const texts = await Promise.all(
    files.toSorted().map(async (file) => [file, await readFile(join(repository, file))]),
  )
  const hash = createHash('sha256').update(JSON.stringify([repository, entries]))
  for (const part of texts.flat()) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Under another name until it is whole; of several that make the same one, one is kept. */
async function bundleInto(place: string, entries: readonly string[]): Promise<void> {
  const draft = `${place}.${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    await bundle([...entries, ...threadEntries()], draft, place)
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
}

async function forgetOldBundles(): Promise<void> {
  const names = await readdir(folder)
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(folder, name),
      usedAt: (await stat(join(folder, name))).mtimeMs,
    })),
  )
  const old = dated.toSorted((a, b) => b.usedAt - a.usedAt).slice(1 + keptBundles)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}
