import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LogFloor } from '../domain/floor/log-floor.ts'
import { type FloorFiles, floorFilesIn } from './floor-files.ts'

const root = mkdtempSync(join(tmpdir(), 'outturn-floor-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let directory: string
let files: FloorFiles
beforeEach(() => {
  directory = mkdtempSync(join(root, 'test-'))
  files = floorFilesIn(directory, 'demo')
})

function floorOf(size: number, digit = 'a'): LogFloor {
  return {
    environment: 'demo',
    origin: 'example.com/log/demo/2',
    size,
    root: digit.repeat(64),
    recoveryEpoch: 0,
  }
}

test('a folder without files has no floor, and the newest of many is the floor', async () => {
  expect(await files.read()).toBeNull()
  for (let number = 0; number < 20; number += 1)
    expect(await files.append(number, floorOf(number))).toBe(true)
  expect(await files.read()).toEqual({ number: 20, floor: floorOf(19) })
  expect(readdirSync(join(directory, 'demo'))).toHaveLength(8)
})

test('of two that follow one floor, one is told to read again, however late it comes', async () => {
  await files.append(0, floorOf(1))
  const [one, other] = await Promise.all([files.append(1, floorOf(2)), files.append(1, floorOf(2, 'b'))])
  expect([one, other].filter(Boolean)).toHaveLength(1)
  // One that slept while the file that it followed was removed as old.
  for (let number = 2; number < 20; number += 1) await files.append(number, floorOf(number + 1))
  expect(await files.append(1, floorOf(2, 'b'))).toBe(false)
  expect((await files.read())?.floor).toEqual(floorOf(20))
})

test('many processes that raise the floor at once never take it back', async () => {
  const written: { number: number; size: number }[] = []
  let next = 0
  async function raise(own: FloorFiles): Promise<void> {
    while (next < 40) {
      const size = (next += 1)
      for (;;) {
        const found = await own.read()
        if ((found?.floor.size ?? 0) >= size) break
        const number = found?.number ?? 0
        if (await own.append(number, floorOf(size))) {
          written.push({ number, size })
          break
        }
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, () => raise(floorFilesIn(directory, 'demo'))))
  const sizes = written.toSorted((a, b) => a.number - b.number).map(({ size }) => size)
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  expect((await files.read())?.floor.size).toBe(40)
})

test.each([
  ['cut off', (text: string) => text.slice(0, -20)],
  ['cut off before its last line end', (text: string) => text.trimEnd()],
  ['empty', () => ''],
  ['of another environment', (text: string) => text.replace('"demo"', '"production"')],
  ['with a size below 0', (text: string) => text.replace('"size":7', '"size":-7')],
  ['with another member', (text: string) => text.replace('{', '{"more":1,')],
])('a file that is %s is no floor', async (_, change) => {
  await files.append(0, floorOf(7))
  const name = join(directory, 'demo', 'log-floor.000000000001.json')
  writeFileSync(name, change(readFileSync(name, 'utf8')))
  await expect(files.read()).rejects.toMatchObject({
    name: 'UnusableFloor',
    // Callers of a verification may read it: no path of this machine.
    message: expect.stringMatching(/^demo\/log-floor\.000000000001\.json is /),
  })
})

test('a draft of a process that ended is not the floor', async () => {
  await files.append(0, floorOf(7))
  writeFileSync(join(directory, 'demo', 'log-floor.000000000002.json.0a1b.new'), 'half')
  expect(await files.read()).toEqual({ number: 1, floor: floorOf(7) })
  expect(await files.append(1, floorOf(8))).toBe(true)
})
