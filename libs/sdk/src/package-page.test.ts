import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const library = join(import.meta.dirname, '..')
const repository = join(library, '../..')

/** All samples of the page, one after another, as one module; test/e2e/sdk.test.ts runs them. */
function samplesOf(page: string): string {
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```\n/gm)].map(([, sample = '']) => sample).join('\n')
}

test('the samples of the package page compile under strict', async () => {
  const samples = samplesOf(readFileSync(join(library, 'PACKAGE.md'), 'utf8'))
  expect(samples).toContain('createClient()')
  // Where the package finds what it depends on, and no other test looks for sources.
  const folder = mkdtempSync(join(library, 'node_modules/.samples-'))
  try {
    const paths = { '@outturn/sdk': [join(library, 'src/index.ts')] }
    const compilerOptions = { paths, noEmit: true, types: ['node'] }
    const config = { extends: join(repository, 'tsconfig.base.json'), compilerOptions, files: ['samples.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'samples.ts'), samples)
    const compiler = join(repository, 'node_modules/.bin/tsc')
    const { stdout } = await promisify(execFile)(compiler, ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
