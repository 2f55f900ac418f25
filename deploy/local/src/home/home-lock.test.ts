import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HomeLock, lockHome } from './home-lock.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const isHeld = (lock: HomeLock | null) => lock !== null && 'release' in lock
async function release(lock: HomeLock | null): Promise<void> {
  if (lock !== null && 'release' in lock) await lock.release()
}

test.runIf(process.platform === 'linux')(
  'of starts at one moment one has the home, however they write its path, and the others learn its process',
  async () => {
    symlinkSync(folder, `${folder}-link`)
    const locks = await Promise.all([folder, `${folder}-link`, `${folder}/.`].map(lockHome))
    rmSync(`${folder}-link`)
    expect(locks.filter(isHeld)).toHaveLength(1)
    expect(locks.filter((lock) => !isHeld(lock))).toEqual([
      { owner: String(process.pid) },
      { owner: String(process.pid) },
    ])
    await Promise.all(locks.map(release))
    const again = await lockHome(folder)
    expect(isHeld(again)).toBe(true)
    await release(again)
  },
)

test.runIf(process.platform === 'linux')('a process that is killed leaves no lock', async () => {
  const module = join(import.meta.dirname, 'home-lock.ts')
  const script = `import(${JSON.stringify(module)}).then(({ lockHome }) => lockHome(${JSON.stringify(folder)})).then(() => { console.log('held'); setInterval(() => {}, 1e6) })`
  const child = spawn(process.execPath, ['-e', script])
  await once(child.stdout, 'data')
  expect(await lockHome(folder)).toEqual({ owner: String(child.pid) })
  child.kill('SIGKILL')
  await once(child, 'close')
  const lock = await lockHome(folder)
  expect(isHeld(lock)).toBe(true)
  await release(lock)
})
