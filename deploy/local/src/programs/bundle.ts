import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, stop } from 'esbuild'
import { repository } from '@outturn/model/places'

/**
 * Packages that are loaded as they are installed: those that look for files beside their own, and those that a recording of traces
 * changes as they are loaded.
 */
const asInstalled = /^(esbuild|fontkit|pdfkit|piscina|pg|@opentelemetry\/(sdk|exporter|instrumentation)-.*)$/

/**
 * Bundles programs for the Node that runs this one, with what they share in chunks, below `folder` as they lie in the repository. They
 * run from `place`, where the folder goes when it is whole.
 * The code stays readable, each module under its path, and has no source maps: a process would take 0.15 s of CPU to read one for
 * the first error that it logs, which is the moment when all of them recover from the same fault.
 */
export async function bundle(entries: readonly string[], folder: string, place: string): Promise<void> {
  const bundling = build({
    entryPoints: [...entries],
    outbase: repository,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    // Packages in CommonJS ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);",
    },
    plugins: [packagesAsInstalled, modulesWhereTheyWere(place), builtinsWithoutFacades],
    logLevel: 'silent',
  })
  try {
    await bundling
  } finally {
    // The bundler is a process of its own, which would stay as long as this one.
    await stop()
  }
}

const packagesAsInstalled: Plugin = {
  name: 'packages as installed',
  setup({ onResolve, resolve }) {
    onResolve({ filter: asInstalled }, async ({ path, pluginData, ...from }) => {
      if (pluginData === asInstalled) return undefined
      const found = await resolve(path, { ...from, pluginData: asInstalled })
      return found.errors.length > 0 ? found : { path: found.path, external: true }
    })
  },
}

/**
 * Node's own modules are taken as they are. An import would read every member of theirs at the start of each program, and one
 * member of `node:http` loads a whole HTTP client.
 */
const builtinsWithoutFacades: Plugin = {
  name: 'builtins without facades',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }))
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

const namesWorker = /-worker\$\{extname\(import\.meta\.url\)\}/

/**
 * A module finds migrations and the like from the place of its source, also when it runs from a bundle; the worker that it names by its
 * own extension is an entry of the bundle, and is found there.
 */
const modulesWhereTheyWere = (place: string): Plugin => ({
  name: 'modules where they were',
  setup({ onLoad }) {
    onLoad({ filter: /\/(libs|services)\/[^/]+\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const file = namesWorker.test(text) ? placeInBundle(place, path) : path
      const own = `const ownMeta = ${JSON.stringify({ url: pathToFileURL(file).href, filename: file, dirname: dirname(file) })};`
      return { contents: `${own} ${text.replaceAll('import.meta.', 'ownMeta.')}`, loader: 'ts' }
    })
  },
})

/** Where an entry lies in the bundle at `place`. */
export function placeInBundle(place: string, entry: string): string {
  return join(place, relative(repository, entry).replace(/\.ts$/, '.mjs'))
}
