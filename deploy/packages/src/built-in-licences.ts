import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface BuiltInPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly folder: string
}

/** The licences of the packages that these files belong to, as one text; undefined where none is built in. */
export function builtInLicences(files: readonly string[]): string | undefined {
  const packages = new Map<string, BuiltInPackage>()
  for (const file of files) {
    const found = packageOf(file)
    packages.set(`${found.name}@${found.version}`, found)
  }
  if (packages.size === 0) return undefined
  const texts = [...packages.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => licenceOf(each))
  return `This package contains code of the packages below, each under its own licence.\n\n${texts.join('\n')}`
}

function packageOf(file: string): BuiltInPackage {
  let folder = dirname(file)
  for (;;) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) {
      const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<BuiltInPackage>
      // A manifest without a name only says how the files below it are loaded.
      if (name !== undefined && version !== undefined && license !== undefined) {
        return { name, version, license, folder }
      }
    }
    if (folder === dirname(folder)) throw new Error(`${file} belongs to no package.`)
    folder = dirname(folder)
  }
}

function licenceOf({ name, version, license, folder }: BuiltInPackage): string {
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.|$)/i.test(each))
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n${text}`
}
