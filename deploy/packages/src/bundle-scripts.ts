import { join } from 'node:path'
import { type InputOptions, type Plugin, rolldown } from 'rolldown'
import { entryName, extensions } from './published-manifest.ts'
import type { PublishedPackage } from './published-packages.ts'
import { repository, type SourceManifest } from './source-manifest.ts'

/**
 * Writes the modules and programs of a package into `folder`, with everything that is not declared as installed along. Modules and
 * programs share chunks, so that a class is the same one whichever entry it comes from.
 * Returns the files of `node_modules` that are built in.
 */
export async function bundleScripts(
  published: PublishedPackage,
  source: SourceManifest,
  folder: string,
): Promise<string[]> {
  const modules = sourcesOf(published, published.entries, entryName)
  const commands = sourcesOf(published, published.commands, (command) => command)
  const builtIn = await write({ ...modules, ...commands }, 'import')
  if (Object.keys(modules).length > 0) builtIn.push(...(await write(modules, 'require')))
  return builtIn.filter((file) => file.includes('/node_modules/'))

  async function write(input: Record<string, string>, condition: keyof typeof extensions): Promise<string[]> {
    const { script } = extensions[condition]
    const bundle = await rolldown(optionsFor(input, published, source))
    const { output } = await bundle.write({
      dir: folder,
      format: condition === 'import' ? 'esm' : 'cjs',
      entryFileNames: `[name].${script}`,
      chunkFileNames: `chunks/[name].${script}`,
      minifyInternalExports: false,
    })
    await bundle.close()
    return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  }
}

function optionsFor(
  input: Record<string, string>,
  { dependencies, optionalPeers }: PublishedPackage,
  source: SourceManifest,
): InputOptions {
  const installed = [...dependencies, ...optionalPeers]
  return {
    input,
    cwd: repository,
    platform: 'node',
    external: (id) =>
      id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    // The oldest Node that packages support; what is newer in the sources is written anew for it.
    transform: { target: 'node20' },
    plugins: [manifestWithoutWorkspace(source)],
    // A module that is not found would otherwise become an import of something that no one installs.
    onwarn: ({ code, message }) => {
      if (code === 'UNRESOLVED_IMPORT' || code === 'MISSING_EXPORT') throw new Error(message)
    },
  }
}

/** A program that imports its own manifest gets its name and version, and nothing of the workspace. */
function manifestWithoutWorkspace({ name, version }: SourceManifest): Plugin {
  return {
    name: 'manifest without workspace',
    load(id) {
      if (!/\/libs\/[^/]+\/package\.json$/.test(id)) return null
      return { code: `export default ${JSON.stringify({ name, version })}`, moduleType: 'js' }
    },
  }
}

function sourcesOf(
  { folder }: PublishedPackage,
  sources: Readonly<Record<string, string>>,
  toName: (path: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([path, file]) => [toName(path), join(repository, folder, file)]),
  )
}
