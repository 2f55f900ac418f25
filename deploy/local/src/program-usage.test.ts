import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Programs that npm scripts run, by the script. */
const programs = Object.entries(scripts).flatMap(([script, line]) => {
  const [, file] = /^node deploy\/local\/run\.mjs (\S+\.ts)$/.exec(line) ?? []
  return file === undefined ? [] : [[script, file] as const]
})
let bare: string

beforeAll(() => {
  bare = mkdtempSync(join(tmpdir(), 'outturn-usage-'))
  for (const name of ['run.mjs', 'start.mjs', 'bootstrap.mjs', 'program-usage.mjs', 'usage.txt']) {
    cpSync(join(repository, 'deploy/local', name), join(bare, 'deploy/local', name))
  }
})
afterAll(() => rmSync(bare, { recursive: true }))

const helpOf = (...args: string[]) =>
  execFileSync(process.execPath, [...args, '--help'], { cwd: bare, encoding: 'utf8', stdio: 'pipe' })

test.each(programs)('npm run %s -- --help says how %s is used, and installs nothing', (script, file) => {
  mkdirSync(join(bare, dirname(file)), { recursive: true })
  for (const each of [file, file.replace(/\.ts$/, '.usage.txt')]) {
    if (existsSync(join(repository, each))) cpSync(join(repository, each), join(bare, each))
  }
  const text = helpOf('deploy/local/run.mjs', file)
  expect(text).toMatch(/^Usage: /)
  expect(text).toContain(script)
  expect(text.split('\n').length, `${basename(file)} says too little`).toBeGreaterThan(2)
  expect(existsSync(join(bare, 'node_modules'))).toBe(false)
})

test('npm start -- --help installs nothing either', () => {
  expect(helpOf('deploy/local/start.mjs')).toMatch(/^Usage: npm start/)
  expect(existsSync(join(bare, 'node_modules'))).toBe(false)
})
