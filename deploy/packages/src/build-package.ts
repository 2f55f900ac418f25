import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { builtInLicences } from './built-in-licences.ts'
import { bundleScripts } from './bundle-scripts.ts'
import { bundleTypes } from './bundle-types.ts'
import { publishedManifest } from './published-manifest.ts'
import type { PublishedPackage } from './published-packages.ts'
import { readSourceManifest, repository } from './source-manifest.ts'

export interface BuildOptions {
  /** Where the package goes, by default `dist/` of its library. */
  readonly folder?: string
  /** Whether types are built too, which takes seconds where the scripts take a tenth of one. */
  readonly hasTypes?: boolean
}

/** Builds a package and returns its folder. What was there is replaced once the new one is whole. */
export async function buildPackage(
  published: PublishedPackage,
  { folder = join(repository, published.folder, 'dist'), hasTypes = true }: BuildOptions = {},
): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    await writePackage(published, draft, hasTypes)
    await chmod(draft, 0o755)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** The GitHub Action is built as a package is: a program without dependencies. It is no package of a registry. */
const githubAction: PublishedPackage = {
  folder: 'deploy/github-action',
  entries: {},
  commands: { 'require-outcome': 'src/main.ts' },
  dependencies: [],
  optionalPeers: [],
  maxKiB: { packed: 100, unpacked: 400 },
}

/** Builds the GitHub Action and returns its folder, by default `dist/` beside its sources. */
export async function buildGithubAction(options: BuildOptions = {}): Promise<string> {
  const folder = await buildPackage(githubAction, options)
  await copyFile(join(repository, githubAction.folder, 'action.yml'), join(folder, 'action.yml'))
  return folder
}

async function writePackage(published: PublishedPackage, folder: string, hasTypes: boolean): Promise<void> {
  const library = join(repository, published.folder)
  const source = readSourceManifest(published.folder)
  const builtIn = await bundleScripts(published, source, folder)
  if (hasTypes) await bundleTypes(published, folder)
  for (const command of Object.keys(published.commands)) await chmod(join(folder, `${command}.mjs`), 0o755)
  const manifest = publishedManifest(published, source)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(join(library, 'PACKAGE.md'), join(folder, 'README.md'))
  await copyFile(join(repository, 'LICENSE'), join(folder, 'LICENSE'))
  const licences = builtInLicences(builtIn)
  if (licences !== undefined) await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), licences)
}
