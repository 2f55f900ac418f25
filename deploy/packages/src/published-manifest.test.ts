import { expect, test } from 'vitest'
import { publishedManifest } from './published-manifest.ts'
import type { PublishedPackage } from './published-packages.ts'

const source = {
  name: '@outturn/sample',
  version: '1.2.3',
  description: 'A sample.',
  license: 'Apache-2.0',
  exports: { '.': './src/index.ts' },
  dependencies: { '@outturn/canonical': 'workspace:*', viem: '2.57.1' },
}
const published: PublishedPackage = {
  folder: 'libs/sample',
  entries: { '.': 'src/index.ts', './node': 'src/node.ts' },
  commands: { sample: 'src/main.ts' },
  dependencies: [],
  optionalPeers: ['viem'],
  maxKiB: { packed: 1, unpacked: 1 },
}

test('each entry is an ES module and CommonJS, each with its types, at the path that tools without exports look at', () => {
  const manifest = publishedManifest(published, source)
  expect(manifest).toMatchObject({
    type: 'commonjs',
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.mts', default: './index.mjs' },
        require: { types: './index.d.ts', default: './index.js' },
      },
      './node': {
        import: { types: './node.d.mts', default: './node.mjs' },
        require: { types: './node.d.ts', default: './node.js' },
      },
      './package.json': './package.json',
    },
    bin: { sample: 'sample.mjs' },
  })
  // Types are looked at first wherever they stand first.
  expect(JSON.stringify(manifest)).not.toMatch(/"default":"[^"]+","types"/)
})

test('what is installed for a part alone is an optional peer of the versions that fit', () => {
  const manifest = publishedManifest(published, source)
  expect(manifest).toMatchObject({
    peerDependencies: { viem: '^2.57.1' },
    peerDependenciesMeta: { viem: { optional: true } },
  })
  expect(manifest).not.toHaveProperty('dependencies')
})

test.each([['@outturn/canonical'], ['absent']])(
  '%s is no dependency, because no registry serves it',
  (name) => {
    const problem = `@outturn/sample cannot depend on ${name}`
    expect(() => publishedManifest({ ...published, dependencies: [name] }, source)).toThrow(problem)
    expect(() => publishedManifest({ ...published, optionalPeers: [name] }, source)).toThrow(problem)
  },
)
