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

/** All wheels, in one folder: a package of ours that another needs comes from there. */
const wheels = join(work, 'wheels')
/** An environment that has what builds wheels. */
const builder = join(work, 'builder/bin/python')
const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']

beforeAll(async () => {
  await mustRun('python3', ['-m', 'venv', '--system-site-packages', join(work, 'builder')])
  if ((await runProgram(builder, ['-c', 'import setuptools, wheel'])).code !== 0) {
    await mustRun(builder, [...pip, 'setuptools', 'wheel'])
  }
  mkdirSync(wheels)
  for (const { folder, name } of projects) {
    // A copy: building writes beside the sources.
    const copy = join(work, `${name}-sources`)
    await mustRun('cp', ['-r', folder, copy])
    await mustRun(builder, [
      ...['-m', 'pip', 'wheel', '--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'],
      ...['--no-build-isolation', '--wheel-dir', wheels, copy],
    ])
  }
})

/** An empty environment with one of our packages and what it needs; its Python. */
async function installAlone(
  { name, dependencies }: (typeof projects)[number],
  wheel: string,
): Promise<string> {
  const environment = join(work, `${name}-stranger`)
  const python = join(environment, 'bin/python')
  await mustRun('python3', ['-m', 'venv', environment])
  const isOurs = (dependency: string) => projects.some((other) => dependency.startsWith(other.name))
  const others = dependencies.filter((dependency) => !isOurs(dependency))
  const ours = dependencies.filter(isOurs)
  if (others.length > 0 && (await runProgram(python, [...pip, ...others])).code !== 0) {
    // Without an index: the packages of Debian, in its own Python.
    await mustRun('/usr/bin/python3', ['-m', 'venv', '--clear', '--system-site-packages', environment])
  }
  await mustRun(python, [...pip, '--no-index', '--find-links', wheels, ...ours, wheel])
  return python
}

test('there is a Python package', () => {
  expect(projects.length).toBeGreaterThan(0)
})

describe.each(projects)('$name', (project) => {
  const { name, version, module, commands } = project
  let python: string
  let files: string[]

  beforeAll(async () => {
    const file = readdirSync(wheels).find((each) => each.startsWith(`${name.replaceAll('-', '_')}-`)) ?? ''
    const wheel = join(wheels, file)
    files = (await mustRun('python3', ['-m', 'zipfile', '-l', wheel]))
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(/\s+/)[0] || [])
    python = await installAlone(project, wheel)
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
