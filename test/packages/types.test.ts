import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { installation } from './stranger.ts'
import { mustRun, runProgram, tools } from './tools.ts'

const samples = join(import.meta.dirname, 'samples')
const names = readdirSync(samples).filter((name) => name.endsWith('.ts'))

const strict = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  // The types of the packages are checked too, not only their use.
  skipLibCheck: false,
  target: 'es2022',
  types: ['node'],
  typeRoots: [join(tools.modules, '@types')],
  allowImportingTsExtensions: false,
}
const resolutions = [
  ['nodenext, ES modules', 'module', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['nodenext, CommonJS', 'commonjs', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['bundler', 'module', { module: 'esnext', moduleResolution: 'bundler' }],
] as const

function projectFor(type: string, options: object): string {
  const folder = join(installation, `sample-${type}-${Object.values(options).join('-')}`)
  mkdirSync(folder, { recursive: true })
  cpSync(samples, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...strict, ...options, outDir: 'out', rootDir: '.' },
      include: ['*.ts'],
    }),
  )
  return folder
}

describe.each([
  ['TypeScript 5', tools.typescript5],
  ['TypeScript 7', tools.typescript7],
])('%s', (_, tsc) => {
  test.each(resolutions)('compiles the samples under strict: %s', async (_name, type, options) => {
    const folder = projectFor(type, options)
    const { code, stdout, stderr } = await runProgram(tools.node24, [tsc, '--project', folder])
    expect([code, stdout, stderr]).toEqual([0, '', ''])
  })
})

const golden = join(import.meta.dirname, '../vectors/receipt/golden.json')

describe.each([resolutions[0], resolutions[1]])('compiled samples: %s', (_name, type, options) => {
  let folder: string
  beforeAll(async () => {
    folder = projectFor(type, options)
    await mustRun(tools.node24, [tools.typescript7, '--project', folder])
    cpSync(golden, join(folder, 'golden.json'))
  })
  test.each(
    names.flatMap((name) => [
      { name, version: 20, node: tools.node20 },
      { name, version: 24, node: tools.node24 },
    ]),
  )('$name runs on Node $version', async ({ node, name }) => {
    const file = join(folder, 'out', name.replace(/\.ts$/, '.js'))
    expect(await runProgram(node, [file], { cwd: folder })).toEqual({ code: 0, stdout: 'ok\n', stderr: '' })
  })
})
