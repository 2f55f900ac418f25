import { builtinModules } from 'node:module'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

test.each([
  ['a browser', ['browser']],
  ['workerd', ['workerd', 'worker', 'browser']],
  ['an edge function', ['edge-light', 'worker']],
])('the whole client is bundled for %s without a module of Node', async (_, conditions) => {
  const { outputFiles, metafile, warnings } = await build({
    entryPoints: [`${import.meta.dirname}/index.ts`],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions,
    target: 'es2022',
    logLevel: 'silent',
  })
  expect(warnings).toEqual([])
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  const names = new Set(builtinModules)
  expect(imported.filter((path) => path.startsWith('node:') || names.has(path))).toEqual([])
  expect(Object.keys(metafile.inputs).filter((path) => /zod|contracts/.test(path))).toEqual([])
  expect(outputFiles[0]?.contents.length).toBeLessThan(100 * 1_024)
})
