import { merkleInclusionProof, merkleLeafHash, merkleRoot, verifyMerkleInclusion } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberedEntries, serveLog, tilesServed } from '../testing/served-log.ts'
import { tilePath } from '../tile.ts'
import { appendLeaves, emptyFrontier, frontierRoot, openFrontier } from './frontier.ts'
import { proveConsistency, proveInclusion, treeRoot } from './proofs.ts'
import { BrokenTile } from './tile-reader.ts'
import { verifyConsistency } from './verify-consistency.ts'

const entries = numberedEntries(70_000)
const served = serveLog(entries)
/** Sizes around which tiles fill. */
const sizes = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.constantFrom(255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 70_000),
)
const readTiles = tilesServed(served)

/** The tree of the first leaves, out of the tiles of all of them: partial tiles are the beginnings of wider ones. */
function treeOf(size: number) {
  return {
    size,
    sha256: nodeSha256,
    readTiles: async (tiles: Parameters<typeof readTiles>[0]) => {
      const full = await readTiles(tiles.map((tile) => ({ ...tile, width: 256 })))
      const partial = await readTiles(tiles)
      return tiles.map(({ width }, at) => {
        const bytes = full[at]?.length ? full[at] : partial[at]
        return bytes?.subarray(0, width * 32) ?? new Uint8Array()
      })
    },
  }
}

const roots = new Map<number, Uint8Array>()

function rootOf(size: number): Uint8Array {
  const root = roots.get(size) ?? Uint8Array.from(merkleRoot(entries.slice(0, size), nodeSha256))
  roots.set(size, root)
  return root
}

const bytes = (hash: Uint8Array | undefined) => Uint8Array.from(hash ?? [])

test('the root out of the tiles is the root of the leaves', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async (size) => {
      expect(bytes(await treeRoot(treeOf(size)))).toEqual(rootOf(size))
    }),
    { numRuns: 40 },
  )
  expect(bytes(await treeRoot(treeOf(0)))).toEqual(bytes(nodeSha256('')))
})

describe('inclusion', () => {
  test('is proved as the definition has it, for every leaf', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 600 }), fc.nat(), async (size, pick) => {
        const index = pick % size
        const proof = await proveInclusion(index, treeOf(size))
        const expected = merkleInclusionProof(entries.slice(0, size), index, nodeSha256)
        expect(proof.map(bytes)).toEqual(expected.map(bytes))
      }),
      { numRuns: 60 },
    )
  })

  test.each([0, 255, 256, 65_535, 65_536, 69_999])('leaf %d of 70,000 is proved', async (index) => {
    const proof = await proveInclusion(index, treeOf(70_000))
    const inclusion = { leaf: entries[index] as string, index, size: 70_000, proof, root: rootOf(70_000) }
    expect(verifyMerkleInclusion(inclusion, nodeSha256)).toBe(true)
  })

  test('of a leaf that does not exist cannot be proved', () => {
    expect(() => proveInclusion(3, treeOf(3))).toThrow(RangeError)
    expect(() => proveInclusion(-1, treeOf(3))).toThrow(RangeError)
  })
})

describe('consistency', () => {
  test('of every two sizes is proved, and of no other trees', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [small, large] = one <= other ? [one, other] : [other, one]
        const proof = await proveConsistency(small, treeOf(large))
        const earlier = { size: small, root: rootOf(small) }
        const later = { size: large, root: rootOf(large) }
        expect(verifyConsistency(earlier, later, proof, nodeSha256)).toBe(true)
        const wrong = nodeSha256('other')
        expect(verifyConsistency({ ...earlier, root: wrong }, later, proof, nodeSha256)).toBe(false)
        expect(verifyConsistency(earlier, { ...later, root: wrong }, proof, nodeSha256)).toBe(false)
        expect(verifyConsistency(earlier, later, [...proof, wrong], nodeSha256)).toBe(false)
        if (proof.length > 0) {
          expect(verifyConsistency(earlier, later, proof.slice(1), nodeSha256)).toBe(false)
          expect(verifyConsistency(earlier, later, [wrong, ...proof.slice(1)], nodeSha256)).toBe(false)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('with every older size of a small tree holds', async () => {
    const later = { size: 40, root: rootOf(40) }
    for (let size = 0; size <= 40; size += 1) {
      const proof = await proveConsistency(size, treeOf(40))
      expect(verifyConsistency({ size, root: rootOf(size) }, later, proof, nodeSha256)).toBe(true)
    }
  })

  test('with a larger tree cannot be proved and does not hold', () => {
    expect(() => proveConsistency(4, treeOf(3))).toThrow(RangeError)
    const [small, large] = [
      { size: 3, root: rootOf(3) },
      { size: 4, root: rootOf(4) },
    ]
    expect(verifyConsistency(large, small, [], nodeSha256)).toBe(false)
    expect(verifyConsistency(small, large, [], nodeSha256)).toBe(false)
  })
})

describe('appending', () => {
  test('in any steps gives the same root and the same full tiles', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 6 }), async (steps) => {
        let frontier = emptyFrontier
        for (const step of steps) {
          const more = entries.slice(frontier.size, frontier.size + step)
          const leaves = more.map((entry) => merkleLeafHash(entry, nodeSha256))
          const grown = appendLeaves(frontier, leaves, nodeSha256)
          for (const { level, index, hashes } of grown.filled) {
            expect(hashes).toEqual(bytes(served.get(tilePath({ level, index, width: 256 }))))
          }
          frontier = grown.frontier
        }
        expect(bytes(frontierRoot(frontier, nodeSha256))).toEqual(rootOf(frontier.size))
        // What was appended is what the tiles of that size have.
        const opened = await openFrontier(frontier.size, treeOf(frontier.size).readTiles)
        expect(bytes(frontierRoot(opened, nodeSha256))).toEqual(rootOf(frontier.size))
      }),
      { numRuns: 30 },
    )
  })

  test('goes on where the tiles of a tree end', async () => {
    const opened = await openFrontier(65_530, treeOf(65_530).readTiles)
    const leaves = entries.slice(65_530, 65_540).map((entry) => merkleLeafHash(entry, nodeSha256))
    const { frontier, filled } = appendLeaves(opened, leaves, nodeSha256)
    expect(filled.map(({ level, index }) => [level, index])).toEqual([
      [0, 255],
      [1, 0],
    ])
    expect(bytes(frontierRoot(frontier, nodeSha256))).toEqual(rootOf(65_540))
  })
})

test('a tile that is missing or short is named', async () => {
  const short = { ...treeOf(300), readTiles: async () => [new Uint8Array(31)] }
  await expect(treeRoot(short)).rejects.toThrow(BrokenTile)
  await expect(treeRoot({ ...treeOf(3), readTiles: tilesServed(new Map()) })).rejects.toThrow(
    'tile/0/000.p/3',
  )
})
