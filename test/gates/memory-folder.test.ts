import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeMemoryFolder, memoryFolderPrefix } from './memory-folder.ts'

const disk = '/dev/shm'
const folder = makeMemoryFolder(disk)

test('a disk that is not in memory is not taken', () => {
  expect(makeMemoryFolder(import.meta.dirname)).toBeUndefined()
})

test.skipIf(folder === undefined)('everybody may make files in the folder of a run', () => {
  expect(folder).toBe(join(disk, `${memoryFolderPrefix}${process.pid}`))
  expect(statSync(folder ?? '').mode & 0o7777).toBe(0o1777)
  rmSync(folder ?? '', { recursive: true })
})

test.skipIf(folder === undefined)(
  'the folder of a run that was killed is removed by the next one, and that of a running one stays',
  () => {
    const ended = join(disk, `${memoryFolderPrefix}${spawnSync('true').pid}`)
    const running = join(disk, `${memoryFolderPrefix}${process.ppid}`)
    const isOurs = !existsSync(running)
    mkdirSync(join(ended, 'postgres'), { recursive: true })
    mkdirSync(running, { recursive: true })
    rmSync(makeMemoryFolder(disk) ?? '', { recursive: true })
    expect([existsSync(ended), existsSync(running)]).toEqual([false, true])
    if (isOurs) rmSync(running, { recursive: true })
  },
)
