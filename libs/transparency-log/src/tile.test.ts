import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatEntryBundle, MAX_ENTRY_BYTES, readEntryBundle } from './entry-bundle.ts'
import { readTilePath, tileOfTree, tilePath } from './tile.ts'

describe('the path of a tile', () => {
  test.each([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/1/x001/000.p/17', { level: 1, index: 1_000, width: 17 }],
    ['tile/entries/999.p/255', { level: 'entries', index: 999, width: 255 }],
  ] as const)('%s', (path, address) => {
    expect(tilePath(address)).toBe(path)
    expect(readTilePath(path)).toEqual(address)
  })

  test('is read back for every address', () => {
    const address = fc.record({
      level: fc.oneof(fc.nat(6), fc.constant('entries' as const)),
      index: fc.nat(),
      width: fc.integer({ min: 1, max: 256 }),
    })
    fc.assert(
      fc.property(address, (tile) => {
        expect(readTilePath(tilePath(tile))).toEqual(tile)
      }),
    )
  })

  test.each([
    'tile/0/0',
    'tile/00/000',
    'tile/7/000',
    'tile/-1/000',
    'tile/0/x000/000',
    'tile/0/x1/000',
    'tile/0/001/000',
    'tile/0/x001',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/999',
    'tile/0/000/',
    'tile/entry/000',
    '/tile/0/000',
    'tile/0/000\n',
    '',
  ])('%j is none', (path) => {
    expect(readTilePath(path)).toBeUndefined()
  })
})

test('a tree of 70,000 leaves has the tiles that the specification counts', () => {
  const tilesAt = (level: number) =>
    Array.from({ length: 400 }, (_, index) => tileOfTree(level, index, 70_000)?.width).filter(Boolean)
  expect(tilesAt(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112])
  expect(tilesAt(1)).toEqual([256, 17])
  expect(tilesAt(2)).toEqual([1])
  expect(tilesAt(3)).toEqual([])
})

describe('a bundle of entries', () => {
  test('is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 20 }), (entries) => {
        expect(readEntryBundle(formatEntryBundle(entries))).toEqual(entries)
      }),
    )
  })

  test('ends with an entry', () => {
    const bundle = formatEntryBundle([Buffer.from('abc')])
    expect(readEntryBundle(bundle.subarray(0, 1))).toBeUndefined()
    expect(readEntryBundle(bundle.subarray(0, 4))).toBeUndefined()
    expect(readEntryBundle(Uint8Array.of(0, 0, 9))).toBeUndefined()
  })

  test('takes no entry that is too long for its length', () => {
    expect(() => formatEntryBundle([new Uint8Array(MAX_ENTRY_BYTES + 1)])).toThrow(RangeError)
    expect(formatEntryBundle([new Uint8Array(MAX_ENTRY_BYTES)])).toHaveLength(MAX_ENTRY_BYTES + 2)
  })
})
