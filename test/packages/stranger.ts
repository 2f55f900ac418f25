import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildPackage, publishedPackages, type PublishedPackage } from '@outturn/packages'
import { mustRun, repository, tools } from './tools.ts'

const work = join(repository, '.outturn/packages')
const tarballs = join(work, 'tarballs')
/** The empty folder in which every package is installed, all of them together. */
export const installation = join(work, 'stranger')

export interface TriedPackage extends PublishedPackage {
  /** Name of the library. */
  readonly library: string
  /** Name on the registry. */
  readonly name: string
  /** The folder that is published. */
  readonly built: string
  readonly tarball: string
  /** Where the stranger has it. */
  readonly installed: string
}

export const packages: readonly TriedPackage[] = publishedPackages.map((published) => {
  const library = basename(published.folder)
  const name = `@outturn/${library}`
  return {
    ...published,
    library,
    name,
    built: join(repository, published.folder, 'dist'),
    tarball: join(tarballs, `outturn-${library}.tgz`),
    installed: join(installation, 'node_modules', name),
  }
})

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly bin?: Readonly<Record<string, string>>
}

export function manifestOf({ installed }: TriedPackage): Manifest {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest
}

/** What an import of each module of the package is called. */
export function specifiersOf({ name, entries }: TriedPackage): string[] {
  return Object.keys(entries).map((path) => name + path.slice(1))
}

/** Packs a folder and returns the tarball, which is named by the package alone. */
export async function pack(
  tool: 'npm' | 'pnpm',
  hasScripts: boolean,
  from: TriedPackage,
  folder: string,
): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const settings = hasScripts ? [] : tool === 'npm' ? ['--ignore-scripts'] : ['--config.ignore-scripts=true']
  await mustRun(tools[tool], ['pack', '--pack-destination', folder, ...settings], { cwd: from.built })
  const [file, ...more] = readdirSync(folder)
  if (file === undefined || more.length > 0)
    throw new Error(`${tool} pack made ${[file, ...more].join(', ')}.`)
  return join(folder, file)
}

/** Builds and packs every package, and installs them from their tarballs: without scripts, registry or cache. */
export async function installAsStranger(): Promise<void> {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(tarballs, { recursive: true })
  for (const each of packages) {
    await buildPackage(each)
    const packed = await pack('npm', false, each, join(work, 'packed'))
    await mustRun('mv', [packed, each.tarball])
  }
  mkdirSync(installation)
  writeFileSync(join(installation, 'package.json'), '{ "private": true }\n')
  await mustRun(
    tools.npm,
    [
      ...['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      ...['--cache', join(work, 'empty-cache')],
      ...packages.map(({ tarball }) => tarball),
    ],
    { cwd: installation },
  )
}
