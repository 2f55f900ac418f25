import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPackage, publishedPackages } from '@outturn/packages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repository } from './run-program.ts'

interface Manifest {
  name: string
  version: string
  private?: boolean
  license?: string
  description?: string
  repository?: { url?: string; directory?: string }
  dependencies?: Record<string, string>
  exports: Record<string, string | Record<'import' | 'require', { types: string; default: string }>>
  bin?: Record<string, string>
  scripts?: Record<string, string>
}

const root = mkdtempSync(join(tmpdir(), 'outturn-published-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

describe.each(publishedPackages.map((published) => ({ name: basename(published.folder), published })))(
  '$name',
  ({ name, published }) => {
    const folder = join(root, name)
    let manifest: Manifest
    beforeAll(async () => {
      await buildPackage(published, { folder, hasTypes: false })
      manifest = readManifest(folder)
    })

    test('comes with its licence, its origin and its README', () => {
      expect(manifest.license).toBe('Apache-2.0')
      expect(manifest.repository).toEqual({
        type: 'git',
        url: expect.stringMatching(/^git\+https:/) as string,
        directory: published.folder,
      })
      expect(manifest.description).toMatch(/\S/)
      expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License')
      expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(`# ${manifest.name}\n`)
    })

    test('needs nothing of the workspace and runs nothing when it is installed', () => {
      expect(manifest.scripts).toBeUndefined()
      expect(Object.keys(manifest.dependencies ?? {})).toEqual(published.dependencies)
      expect(JSON.stringify(manifest)).not.toMatch(/workspace:|(?<!\.d)\.ts"|\bsrc\//)
      const scripts = globSync('**/*.{js,mjs}', { cwd: folder })
      expect(scripts).not.toEqual([])
      // The bundler writes the path of every module above its code.
      const modules = scripts.flatMap(
        (file) => readFileSync(join(folder, file), 'utf8').match(/^\/\/ libs\/.+/gm) ?? [],
      )
      expect(modules.filter((path) => /\.(test|fixture)\.ts|\/testing\//.test(path))).toEqual([])
    })

    test('has every module as an ES module and as CommonJS, with the same exports', async () => {
      for (const [path, conditions] of Object.entries(manifest.exports)) {
        if (typeof conditions === 'string') continue
        const imported = (await import(pathToFileURL(join(folder, conditions.import.default)).href)) as object
        const required = createRequire(join(folder, 'package.json'))(conditions.require.default) as object
        expect([path, Object.keys(required).toSorted()]).toEqual([path, Object.keys(imported).toSorted()])
        expect(Object.keys(imported)).not.toEqual([])
      }
    })

    test('has every program', () => {
      expect(Object.keys(manifest.bin ?? {})).toEqual(Object.keys(published.commands))
      for (const file of Object.values(manifest.bin ?? {})) {
        expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
        expect(statSync(join(folder, file)).mode & 0o111).toBe(0o111)
      }
    })

    test('cannot be published from its sources', () => {
      const source = readManifest(join(repository, published.folder))
      expect([source.name, source.version]).toEqual([manifest.name, manifest.version])
      expect(source.private).toBe(true)
      expect(source.scripts?.['prepack']).toContain(
        `npm run build:packages -- ${name}, then pack ${published.folder}/dist`,
      )
    })
  },
)

test('a library that is no published package is private', () => {
  const names = globSync('libs/*/package.json', { cwd: repository })
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((path) => readManifest(join(repository, path, '..')).private !== true)).toEqual([])
})

test('the repository and the Python packages have the licence too', () => {
  for (const folder of ['', 'libs/receipt-verifier-python', 'libs/sdk-python']) {
    expect(existsSync(join(repository, folder, 'LICENSE'))).toBe(true)
  }
})
