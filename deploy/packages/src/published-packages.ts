/** A package that strangers install, and what its build takes from the library of its name. */
export interface PublishedPackage {
  /** Folder of the library: its manifest, LICENSE and PACKAGE.md, which becomes the README. */
  readonly folder: string
  /** Modules by the path that is imported: `.` for the package itself. They are built as ES modules and as CommonJS, with types. */
  readonly entries: Readonly<Record<string, string>>
  /** Programs by the name of their command. They are built as ES modules. */
  readonly commands: Readonly<Record<string, string>>
  /** Packages that are not built in but installed along. The library's manifest says at which version, here and below. */
  readonly dependencies: readonly string[]
  /** Packages that are not built in and that a user installs for the part that needs them. */
  readonly optionalPeers: readonly string[]
  /** Largest size of the tarball and of the installed package, in KiB. */
  readonly maxKiB: { readonly packed: number; readonly unpacked: number }
}

/** Every package that is published, each below its library in `dist/`. */
export const publishedPackages: readonly PublishedPackage[] = [
  {
    folder: 'libs/receipt-verifier',
    entries: {
      '.': 'src/index.ts',
      './express': 'src/express.ts',
      './fastify': 'src/fastify.ts',
      './issuing': 'src/issuing.ts',
      './node': 'src/node.ts',
      './service': 'src/service.ts',
    },
    commands: { 'outturn-verify': 'src/cli/main.ts' },
    dependencies: [],
    optionalPeers: [],
    maxKiB: { packed: 180, unpacked: 850 },
  },
  {
    folder: 'libs/canonical',
    entries: { '.': 'src/index.ts', './node': 'src/node.ts' },
    commands: {},
    dependencies: [],
    optionalPeers: [],
    maxKiB: { packed: 60, unpacked: 250 },
  },
  {
    folder: 'libs/sdk',
    entries: { '.': 'src/index.ts' },
    commands: {},
    dependencies: [],
    optionalPeers: [],
    maxKiB: { packed: 300, unpacked: 1_500 },
  },
  {
    folder: 'libs/cli',
    entries: {},
    commands: { outturn: 'src/main.ts' },
    dependencies: [],
    optionalPeers: ['@x402/core', '@x402/evm', '@x402/fetch', 'mppx', 'viem'],
    maxKiB: { packed: 1_000, unpacked: 5_000 },
  },
  {
    folder: 'libs/mcp',
    entries: {},
    commands: { 'outturn-mcp': 'src/main.ts' },
    dependencies: [],
    optionalPeers: [],
    maxKiB: { packed: 600, unpacked: 3_000 },
  },
]
