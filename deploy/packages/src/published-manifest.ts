import type { PublishedPackage } from './published-packages.ts'
import type { SourceManifest } from './source-manifest.ts'

/** Extensions of a module and of its types, by how the package is loaded. */
export const extensions = {
  import: { script: 'mjs', types: 'd.mts' },
  require: { script: 'js', types: 'd.ts' },
} as const

/** File name, without extension, of an entry: `index` for the package itself. */
export function entryName(path: string): string {
  return path === '.' ? 'index' : path.replace(/^\.\//, '')
}

/**
 * The manifest of the published package. It needs nothing of the workspace: every path is a file of the package, and every
 * dependency is one that a registry serves.
 */
export function publishedManifest(published: PublishedPackage, source: SourceManifest): object {
  const { name, version, description, keywords, license, repository, engines } = source
  const { entries, commands, optionalPeers } = published
  const dependencies = published.dependencies.map((each) => [each, versionOf(each, source)])
  const hasModules = Object.keys(entries).length > 0
  return {
    name,
    version,
    description,
    ...(keywords && { keywords }),
    license,
    ...(repository && { repository }),
    // CommonJS has the plain extension: tools that do not read `exports` find each entry by its file name.
    type: 'commonjs',
    ...(engines && { engines }),
    ...(hasModules && {
      main: './index.js',
      module: './index.mjs',
      types: './index.d.ts',
      sideEffects: false,
    }),
    exports: { ...exportsOf(entries), './package.json': './package.json' },
    ...(Object.keys(commands).length > 0 && {
      bin: Object.fromEntries(Object.keys(commands).map((command) => [command, `${command}.mjs`])),
    }),
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(optionalPeers.length > 0 && {
      peerDependencies: Object.fromEntries(
        optionalPeers.map((each) => [each, `^${versionOf(each, source)}`]),
      ),
      peerDependenciesMeta: Object.fromEntries(optionalPeers.map((each) => [each, { optional: true }])),
    }),
    publishConfig: { access: 'public' },
  }
}

function exportsOf(entries: PublishedPackage['entries']): object {
  return Object.fromEntries(
    Object.keys(entries).map((path) => [
      path,
      Object.fromEntries(
        Object.entries(extensions).map(([condition, { script, types }]) => [
          condition,
          { types: `./${entryName(path)}.${types}`, default: `./${entryName(path)}.${script}` },
        ]),
      ),
    ]),
  )
}

function versionOf(dependency: string, { name, dependencies }: SourceManifest): string {
  const version = dependencies?.[dependency]
  if (version === undefined || version.startsWith('workspace:')) {
    throw new Error(
      `${name} cannot depend on ${dependency}: its manifest has no version of it that a registry serves.`,
    )
  }
  return version
}
