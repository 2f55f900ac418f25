import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { manifestOf, pack, packages, type TriedPackage } from './stranger.ts'
import { mustRun, repository, runProgram, tools } from './tools.ts'

const scratch = mkdtempSync(join(tmpdir(), 'outturn-tarballs-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** Every file of a tarball by the digest of its content. */
async function contentOf(tarball: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(scratch, 'content-'))
  await mustRun('tar', ['-xzf', tarball, '-C', folder])
  const root = join(folder, 'package')
  return Object.fromEntries(
    filesOf(root).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex'),
    ]),
  )
}

describe.each(packages)('$name', (tried: TriedPackage) => {
  test('npm and pnpm, with scripts and without, pack the same', async () => {
    const expected = await contentOf(tried.tarball)
    for (const tool of ['npm', 'pnpm'] as const) {
      for (const hasScripts of [false, true]) {
        const packed = await pack(
          tool,
          hasScripts,
          tried,
          join(scratch, `${tried.library}-${tool}-${hasScripts}`),
        )
        const content = await contentOf(packed)
        // pnpm formats the manifest anew.
        expect([tool, hasScripts, Object.keys(content)]).toEqual([tool, hasScripts, Object.keys(expected)])
        expect({ ...content, 'package.json': '' }).toEqual({ ...expected, 'package.json': '' })
      }
    }
  })

  test('the sources are not packed by mistake', async () => {
    const { code, stderr } = await runProgram(tools.npm, ['pack', '--dry-run'], {
      cwd: join(tried.built, '..'),
    })
    expect(code).not.toBe(0)
    expect(stderr).toContain(`npm run build:packages -- ${tried.library}`)
  })

  test('it holds its licence, its README and no source, test or secret', () => {
    const files = filesOf(tried.installed)
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(
      files.filter(
        (file) =>
          !/^(LICENSE|README\.md|THIRD-PARTY-LICENSES\.txt|package\.json|[\w./-]+\.(js|mjs|d\.ts|d\.mts))$/.test(
            file,
          ),
      ),
    ).toEqual([])
    const text = files.map((file) => readFileSync(join(tried.installed, file), 'utf8')).join('\n')
    expect(text).not.toMatch(/"workspace:/)
    expect(text).not.toMatch(/\bspk_(?:live|cp)_[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|file:\/\/\//)
    expect(text.includes(repository), 'it holds a path of the machine that built it').toBe(false)
    // A relative link leads nowhere on the page of a registry.
    expect(readFileSync(join(tried.installed, 'README.md'), 'utf8')).not.toMatch(/\]\((?!https:)/)
  })

  test('it is no larger than it has to be', () => {
    const unpacked = filesOf(tried.installed).reduce(
      (sum, file) => sum + statSync(join(tried.installed, file)).size,
      0,
    )
    expect(statSync(tried.tarball).size).toBeLessThanOrEqual(tried.maxKiB.packed * 1024)
    expect(unpacked).toBeLessThanOrEqual(tried.maxKiB.unpacked * 1024)
  })

  test('publint finds nothing, suggestions included', async () => {
    const { code, stdout, stderr } = await runProgram(tools.publint, [
      tried.tarball,
      '--strict',
      '--pack',
      'false',
    ])
    expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('All good!') as string])
  })

  test.runIf(Object.keys(tried.entries).length > 0)(
    'its types are right however it is resolved',
    async () => {
      const { code, stdout, stderr } = await runProgram(
        tools.attw,
        [tried.tarball, '--format', 'ascii', '--no-color'],
        {
          env: { npm_config_update_notifier: 'false' },
        },
      )
      expect([code, `${stdout}${stderr}`]).toEqual([
        0,
        expect.stringContaining('No problems found') as string,
      ])
    },
  )
})

test('every package has a version of the same release', () => {
  mkdirSync(scratch, { recursive: true })
  expect(new Set(packages.map((tried) => manifestOf(tried).version)).size).toBe(1)
})
