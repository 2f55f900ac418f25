import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './run-program.ts'

interface Manifest {
  name: string
  private?: boolean
  license?: string
  description?: string
  repository?: { url?: string; directory?: string }
  files?: string[]
  scripts?: Record<string, string>
}

const published = globSync('libs/*/package.json', { cwd: repository })
  .map((path) => ({ folder: dirname(path), manifest: readManifest(path) }))
  .filter(({ manifest }) => manifest.private !== true)

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(repository, path), 'utf8')) as Manifest
}

test('there are packages that are published', () => {
  expect(published.length).toBeGreaterThan(2)
})

test.each(published)(
  '$manifest.name comes with its licence, its origin and its build',
  ({ folder, manifest }) => {
    const { license, description, repository: origin, files, scripts } = manifest
    expect([license, origin?.directory]).toEqual(['Apache-2.0', folder])
    expect(origin?.url).toMatch(/^git\+https:/)
    expect(description).toMatch(/\S/)
    // What is packed is built first, so that the package is never an empty folder.
    expect([files, scripts?.['prepack']]).toEqual([['dist'], 'pnpm run build'])
    expect(readFileSync(join(repository, folder, 'LICENSE'), 'utf8')).toContain('Apache License')
  },
)

test('the repository and the Python package have the licence too', () => {
  for (const folder of ['', 'libs/receipt-verifier-python']) {
    expect(existsSync(join(repository, folder, 'LICENSE'))).toBe(true)
  }
})
