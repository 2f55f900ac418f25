import { globSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mustRun, repository, runProgram } from './tools.ts'

const projects = globSync('libs/*/pyproject.toml', { cwd: repository })
  .map((file) => join(repository, file, '..'))
  .map((folder) => {
    const text = readFileSync(join(folder, 'pyproject.toml'), 'utf8')
    const [, name = ''] = /^name = "([^"]+)"/m.exec(text) ?? []
    const [, version = ''] = /^version = "([^"]+)"/m.exec(text) ?? []
    const [, module = ''] = /^(\w+) = \["py\.typed"\]/m.exec(text) ?? []
    const [, required = ''] = /^dependencies = \[([^\]]*)\]/m.exec(text) ?? []
    const commands = [...text.matchAll(/^([\w-]+) = "[\w.]+:\w+"/gm)].map(([, command = '']) => command)
    const dependencies = [...required.matchAll(/"([^"]+)"/g)].map(([, each = '']) => each)
    return { folder, name, version, module, dependencies, commands }
  })

const work = mkdtempSync(join(tmpdir(), 'outturn-wheels-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** An environment that has what builds wheels. Everything after it goes without an index. */
const builder = join(work, 'builder/bin/python')
beforeAll(async () => {
  await mustRun('python3', ['-m', 'venv', '--system-site-packages', join(work, 'builder')])
  if ((await runProgram(builder, ['-c', 'import setuptools, wheel'])).code === 0) return
  await mustRun(builder, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    'setuptools',
    'wheel',
  ])
})

test('there is a Python package', () => {
  expect(projects.length).toBeGreaterThan(0)
})

describe.each(projects)('$name', ({ folder, name, version, module, dependencies, commands }) => {
  const wheels = join(work, name)
  const python = join(work, `${name}-stranger/bin/python`)
  let files: string[]

  beforeAll(async () => {
    mkdirSync(wheels)
    // A copy: building writes beside the sources.
    const copy = join(work, `${name}-sources`)
    await mustRun('cp', ['-r', folder, copy])
    await mustRun(builder, [
      ...['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'],
      ...['--no-build-isolation', '--wheel-dir', wheels, copy],
    ])
    const [wheel = ''] = readdirSync(wheels)
    files = (await mustRun('python3', ['-m', 'zipfile', '-l', join(wheels, wheel)]))
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(/\s+/)[0] || [])
    await mustRun('python3', ['-m', 'venv', join(work, `${name}-stranger`)])
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
    if (dependencies.length > 0) await mustRun(python, [...pip, ...dependencies])
    await mustRun(python, [...pip, '--no-index', join(wheels, wheel)])
  })

  test('the wheel holds its licence, its typed marker and no test', () => {
    expect(files).toContain(`${module}/py.typed`)
    expect(files.filter((file) => /\.dist-info\/(licenses\/)?LICENSE$/.test(file))).toHaveLength(1)
    expect(files.filter((file) => /(^|\/)tests?\/|test_|conftest/.test(file))).toEqual([])
    expect(files.filter((file) => !file.startsWith(`${module}/`) && !file.includes('.dist-info/'))).toEqual(
      [],
    )
  })

  test('its page on the registry has a version, a licence and a link', async () => {
    const metadata = await mustRun(python, [
      '-c',
      `import importlib.metadata as m; print(m.metadata(${JSON.stringify(name)}))`,
    ])
    expect(metadata).toContain(`Version: ${version}`)
    expect(metadata).toMatch(/^License(-Expression)?: Apache-2\.0$/m)
    expect(metadata).toMatch(/^Project-URL: /m)
  })

  test('it imports in a clean environment, every exported name included', async () => {
    const script = join(work, 'imports.py')
    writeFileSync(script, `import ${module} as m\nprint(len([getattr(m, name) for name in m.__all__]))\n`)
    const { code, stdout, stderr } = await runProgram(python, ['-I', script])
    expect([code, stderr]).toEqual([0, ''])
    expect(Number(stdout)).toBeGreaterThan(2)
  })

  test.each(commands)('%s runs', async (command) => {
    const program = join(python, '..', command)
    expect(await runProgram(program, ['--help'])).toMatchObject({ code: 0, stderr: '' })
    expect((await runProgram(program, ['--no-such-option'])).code).toBe(2)
  })
})
