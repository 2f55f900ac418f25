import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../encoding/hex.ts'
import { nodeSha256 } from '../hashing/node-hash.ts'
import {
  merkleInclusionProof,
  merkleLeafHash,
  merkleNodeHash,
  merkleRoot,
  verifyMerkleInclusion,
} from './merkle-tree.ts'

// The definition of RFC 6962 §2.1, word for word.
function rootByDefinition(leaves: readonly string[]): Uint8Array {
  if (leaves.length === 0) return nodeSha256('')
  if (leaves.length === 1) return merkleLeafHash(leaves[0] as string, nodeSha256)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return merkleNodeHash(
    rootByDefinition(leaves.slice(0, split)),
    rootByDefinition(leaves.slice(split)),
    nodeSha256,
  )
}

const leafLists = fc.array(fc.string(), { maxLength: 70 })

test('the root is the one of the definition, for every number of leaves', () => {
  fc.assert(
    fc.property(leafLists, (leaves) => {
      expect(toHex(merkleRoot(leaves, nodeSha256))).toBe(toHex(rootByDefinition(leaves)))
    }),
  )
})

test('the empty tree hashes nothing, and a text leaf is its UTF-8 bytes', () => {
  expect(toHex(merkleRoot([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(merkleLeafHash('é')).toEqual(merkleLeafHash(new TextEncoder().encode('é')))
  expect(toHex(merkleLeafHash(''))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

test('every leaf has a proof that holds, and holds nowhere else', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 40 }), fc.nat(), (texts, pick) => {
      const leaves = texts.map((text, at) => `${at}:${text}`)
      const index = pick % leaves.length
      const inclusion = {
        leaf: leaves[index] as string,
        index,
        size: leaves.length,
        proof: merkleInclusionProof(leaves, index, nodeSha256),
        root: merkleRoot(leaves, nodeSha256),
      }
      expect(verifyMerkleInclusion(inclusion, nodeSha256)).toBe(true)
      expect(verifyMerkleInclusion({ ...inclusion, leaf: 'other' }, nodeSha256)).toBe(false)
      expect(verifyMerkleInclusion({ ...inclusion, root: nodeSha256('other') }, nodeSha256)).toBe(false)
      expect(verifyMerkleInclusion({ ...inclusion, index: leaves.length }, nodeSha256)).toBe(false)
      expect(
        verifyMerkleInclusion({ ...inclusion, proof: [...inclusion.proof, inclusion.root] }, nodeSha256),
      ).toBe(false)
      for (let other = 0; other < leaves.length; other++) {
        if (other !== index)
          expect(verifyMerkleInclusion({ ...inclusion, index: other }, nodeSha256)).toBe(false)
      }
    }),
    { numRuns: 60 },
  )
})

test('a proof that is too short or holds no digests is refused, not an exception', () => {
  const leaves = ['a', 'b', 'c']
  const root = merkleRoot(leaves)
  expect(verifyMerkleInclusion({ leaf: 'a', index: 0, size: 3, proof: [], root })).toBe(false)
  const short = [new Uint8Array(31), new Uint8Array(32)]
  expect(verifyMerkleInclusion({ leaf: 'a', index: 0, size: 3, proof: short, root })).toBe(false)
  expect(verifyMerkleInclusion({ leaf: 'a', index: -1, size: 3, proof: short, root })).toBe(false)
  expect(verifyMerkleInclusion({ leaf: 'a', index: 0.5, size: 3, proof: short, root })).toBe(false)
})

test('there is no proof for a leaf that does not exist', () => {
  expect(() => merkleInclusionProof(['a'], 1)).toThrow(RangeError)
})
