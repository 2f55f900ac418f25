import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const library = join(import.meta.dirname, '..')
const repository = join(library, '../..')

/** Pages whose samples tests run, each page as one module. */
const pages = { package: join(library, 'PACKAGE.md'), guide: join(repository, 'docs/guide/typescript.md') }

function samplesOf(path: string): string {
  const page = readFileSync(path, 'utf8')
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```\n/gm)].map(([, sample = '']) => sample).join('\n')
}

test('the samples of the package page and of the guide compile under strict', async () => {
  // Where the package finds what it depends on, and no other test looks for sources.
  const folder = mkdtempSync(join(library, 'node_modules/.samples-'))
  try {
    const paths = { '@outturn/sdk': [join(library, 'src/index.ts')] }
    const compilerOptions = { paths, noEmit: true, types: ['node'] }
    const files = Object.keys(pages).map((name) => `${name}.ts`)
    const config = { extends: join(repository, 'tsconfig.base.json'), compilerOptions, files }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    for (const [name, path] of Object.entries(pages)) {
      const samples = samplesOf(path)
      expect(samples).toContain('createClient()')
      writeFileSync(join(folder, `${name}.ts`), samples)
    }
    const compiler = join(repository, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(compiler, ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
