import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { type InputOptions, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { entryName, extensions } from './published-manifest.ts'
import type { PublishedPackage } from './published-packages.ts'
import { readSourceManifest, repository } from './source-manifest.ts'

/**
 * Libraries whose types are built in, because no registry serves them. Those that infer types from schemas are none of them: their
 * types would bring the schema library along, and take minutes to write out.
 */
const builtIn = ['libs/canonical', 'libs/receipt-verifier', 'libs/vocabulary']

/** Their sources by what is imported: read by way of `node_modules`, each file would be compiled in a program of its own. */
const paths = Object.fromEntries(
  builtIn.flatMap((folder) => {
    const { name, exports } = readSourceManifest(folder)
    return Object.entries(exports).map(([path, file]) => [
      name + path.slice(1),
      [join(repository, folder, file)],
    ])
  }),
)

/** Writes the types of a package's modules into `folder`, once for each way in which the package is loaded. */
export async function bundleTypes(published: PublishedPackage, folder: string): Promise<void> {
  if (Object.keys(published.entries).length === 0) return
  const bundle = await rollup(optionsFor(published))
  for (const { types } of Object.values(extensions)) {
    const { output } = await bundle.write({
      dir: folder,
      entryFileNames: `[name].${types}`,
      chunkFileNames: `types/[name].${types}`,
      minifyInternalExports: false,
    })
    const chunks = output.filter((file) => file.type === 'chunk')
    const own = new Set(chunks.map(({ fileName }) => fileName))
    const imported = chunks.flatMap(({ imports }) => imports).filter((file) => !own.has(file))
    const missing = imported.find((name) => !isBuiltin(name) && !published.dependencies.includes(name))
    if (missing !== undefined) {
      throw new Error(
        `The types of ${published.folder} import ${missing}, which its users do not have. Declare these types in the library itself.`,
      )
    }
  }
  await bundle.close()
}

function optionsFor({ folder, entries }: PublishedPackage): InputOptions {
  return {
    input: Object.fromEntries(
      Object.entries(entries).map(([path, file]) => [entryName(path), join(repository, folder, file)]),
    ),
    plugins: [
      dts({ tsconfig: join(repository, 'deploy/packages/tsconfig.types.json'), compilerOptions: { paths } }),
    ],
    onwarn: ({ code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message)
    },
  }
}
