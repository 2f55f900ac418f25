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
  const programs = Object.entries(commands).map(([name, file]) => [name, programPrefix + file])
  // A chunk of its own is loaded before the others.
  if (programs.length > 0) programs.push(['chunks/node-20', newerThanNode20])
  const builtIn = await write({ ...modules, ...Object.fromEntries(programs) }, 'import')
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
    plugins: [programEntry, manifestWithoutWorkspace(source)],
    // A module that is not found would otherwise become an import of something that no one installs.
    onwarn: ({ code, message }) => {
      if (code === 'UNRESOLVED_IMPORT' || code === 'MISSING_EXPORT') throw new Error(message)
    },
  }
}

const programPrefix = 'program:'
const newerThanNode20 = join(import.meta.dirname, 'node-20.ts')

/** A program begins with what Node 20 lacks. */
const programEntry: Plugin = {
  name: 'program entry',
  resolveId: (id) => (id.startsWith(programPrefix) ? id : null),
  load(id) {
    if (!id.startsWith(programPrefix)) return null
    const imports = [newerThanNode20, id.slice(programPrefix.length)]
    return `#!/usr/bin/env node\n${imports.map((file) => `import ${JSON.stringify(file)}\n`).join('')}`
  },
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
