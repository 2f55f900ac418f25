import { merkleLeafHash } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import { readCheckpoint } from '@outturn/receipt-verifier'
import { describe, expect, test } from 'vitest'
import { formatEntryBundle } from '../entry-bundle.ts'
import {
  leafHashes,
  numberedEntries,
  proofIn,
  serveLog,
  signedCheckpoint,
  testLog,
} from '../testing/served-log.ts'
import { type FollowRequest, followLog } from './follow-log.ts'

const entries = numberedEntries(700)
const before = entries.slice(0, 300)

function pin(text: string) {
  const checkpoint = readCheckpoint(text)
  if (checkpoint === undefined) throw new Error('no checkpoint')
  return checkpoint
}

async function follow(log: ReadonlyMap<string, Uint8Array>, rest: Partial<FollowRequest> = {}) {
  return followLog({
    readResource: async (path) => log.get(path),
    log: testLog,
    suite: nodeSuite,
    pinned: pin(signedCheckpoint(before)),
    ...rest,
  })
}

async function problems(log: ReadonlyMap<string, Uint8Array>, rest: Partial<FollowRequest> = {}) {
  const { findings } = await follow(log, rest)
  return findings.map(({ problem, leaf }) => [problem, leaf])
}

/** What a log serves with some of it replaced. */
function served(change: Record<string, Uint8Array | undefined>): Map<string, Uint8Array> {
  const all = serveLog(entries)
  for (const [path, bytes] of Object.entries(change)) {
    if (bytes === undefined) all.delete(path)
    else all.set(path, bytes)
  }
  return all
}

/** The second bundle of entries with some of it replaced. */
function secondBundle(change: (bundle: string[]) => string[]): Uint8Array {
  return formatEntryBundle(change(entries.slice(256, 512)).map((entry) => Buffer.from(entry)))
}

const knownLeaves = leafHashes(before)
const swapped = (list: readonly string[], one: number, other: number) =>
  list.map((entry, at) => (at === one ? list[other] : at === other ? list[one] : entry)) as string[]

describe('a log that is as it should be', () => {
  test.each([0, 1, 255, 256, 257, 300, 512, 700])('is followed from %d leaves', async (size) => {
    const pinned = pin(signedCheckpoint(entries.slice(0, size)))
    expect(await problems(serveLog(entries), { pinned })).toEqual([])
    expect(await problems(serveLog(entries), { pinned, onlyNew: true })).toEqual([])
  })

  test('is read whole at a first look, and its leaves can be kept', async () => {
    const seen: number[] = []
    const report = await follow(serveLog(entries), { pinned: null, onEntry: (_, index) => seen.push(index) })
    expect(report.findings).toEqual([])
    expect(seen).toHaveLength(700)
    expect(report.leaves).toEqual(leafHashes(entries))
    expect(await problems(serveLog(entries), { knownLeaves: leafHashes(entries) })).toEqual([])
  })

  test('leaves all its leaf hashes to be kept when only the new ones were read, if those of before were', async () => {
    const pinned = pin(signedCheckpoint(entries.slice(0, 600)))
    const known = leafHashes(entries.slice(0, 600))
    const { leaves } = await follow(serveLog(entries), { pinned, knownLeaves: known, onlyNew: true })
    expect(leaves).toEqual(leafHashes(entries))
    expect((await follow(serveLog(entries), { pinned, onlyNew: true })).leaves).toBeUndefined()
  })

  test('may have no leaves', async () => {
    expect(await problems(serveLog([]), { pinned: null })).toEqual([])
  })

  test('may have deleted partial tiles that are full by now', async () => {
    const pinned = pin(signedCheckpoint(entries.slice(0, 300)))
    const all = serveLog(entries)
    expect(all.has('tile/0/001.p/44')).toBe(false)
    expect(await problems(all, { pinned, onlyNew: true })).toEqual([])
  })
})

describe('a leaf that was rewritten is found', () => {
  const rewritten = (at: number) => entries.with(at, '{"leaf":"other"}')

  test('when only its entry was', async () => {
    const bundle = secondBundle((list) => list.with(100, '{"leaf":"other"}'))
    expect(await problems(served({ 'tile/entries/001': bundle }))).toEqual([['rewritten', 356]])
  })

  test('when its tile was too', async () => {
    const forged = serveLog(rewritten(356))
    const change = {
      'tile/entries/001': forged.get('tile/entries/001'),
      'tile/0/001': forged.get('tile/0/001'),
    }
    expect(await problems(served(change))).toEqual([['broken_tile', 256]])
  })

  test('when all tiles were, and the checkpoint stayed', async () => {
    const forged = serveLog(rewritten(356)).set('checkpoint', Buffer.from(signedCheckpoint(entries)))
    expect(await problems(forged)).toEqual([['forked', null]])
  })

  test('when the whole log was made again and signed, by name where its leaves were kept', async () => {
    expect(await problems(serveLog(rewritten(123)))).toEqual([['forked', null]])
    expect(await problems(serveLog(rewritten(123)), { onlyNew: true })).toEqual([['forked', null]])
    expect(await problems(serveLog(rewritten(123)), { knownLeaves })).toEqual([['rewritten', 123]])
    expect(await problems(serveLog(rewritten(290)), { knownLeaves, onlyNew: true })).toEqual([
      ['rewritten', 290],
    ])
  })
})

describe('a leaf that was hidden is found', () => {
  const hidden = entries.toSpliced(123, 1)

  test('when its entry is not served', async () => {
    const bundle = secondBundle((list) => list.toSpliced(100, 1))
    expect(await problems(served({ 'tile/entries/001': bundle }))).toEqual([['hidden', 356]])
    const short = secondBundle((list) => list.slice(0, 100))
    expect(await problems(served({ 'tile/entries/001': short }))).toEqual([['hidden', 356]])
    expect(await problems(served({ 'tile/entries/001': undefined }))).toEqual([['hidden', 256]])
    expect(await problems(served({ 'tile/entries/001': Buffer.of(0) }))).toEqual([['hidden', 256]])
  })

  test('when the whole log was made again without it', async () => {
    expect(await problems(serveLog(hidden))).toEqual([['forked', null]])
    expect(await problems(serveLog(hidden), { knownLeaves })).toEqual([['hidden', 123]])
  })

  test('when it was the last, and the log was rolled back', async () => {
    expect(await problems(serveLog(before.slice(0, -1)))).toEqual([['rolled_back', 299]])
  })
})

describe('leaves that were reordered are found', () => {
  test('when only their entries were', async () => {
    const bundle = secondBundle((list) => swapped(list, 10, 20))
    expect(await problems(served({ 'tile/entries/001': bundle }))).toEqual([['reordered', 266]])
  })

  test('when the whole log was made again', async () => {
    const reordered = serveLog(swapped(entries, 10, 20))
    expect(await problems(reordered)).toEqual([['forked', null]])
    expect(await problems(reordered, { knownLeaves })).toEqual([['reordered', 10]])
    expect(await problems(serveLog(swapped(entries, 10, 11)), { knownLeaves })).toEqual([['reordered', 10]])
  })
})

describe('a checkpoint is refused', () => {
  test.each([
    ['missing', undefined],
    ['not one', Buffer.from('700 leaves')],
    ['of another log', Buffer.from(signedCheckpoint(entries, 'other.example.com'))],
    ['with another size', Buffer.from(signedCheckpoint(entries).replace('\n700\n', '\n699\n'))],
  ])('%s', async (_, checkpoint) => {
    expect(await problems(served({ checkpoint }))).toEqual([['unsigned_checkpoint', null]])
  })

  test('of the pinned size with another root', async () => {
    const pinned = pin(signedCheckpoint(entries.with(0, 'other')))
    expect(await problems(serveLog(entries), { pinned })).toEqual([['forked', null]])
  })
})

test('a tile that is not served is named', async () => {
  expect(await problems(served({ 'tile/0/001': undefined }))).toEqual([['broken_tile', null]])
  expect(await problems(served({ 'tile/1/000.p/2': undefined }))).toEqual([['broken_tile', null]])
  expect(await problems(served({ 'tile/1/000.p/2': new Uint8Array(63) }))).toEqual([['broken_tile', null]])
})

describe('an expected leaf', () => {
  const leaf = entries[123] as string

  test('is found by its proof, or among the leaves', async () => {
    const withProof = { expected: { leaf, proof: await proofIn(before, 123) } }
    expect(await follow(serveLog(entries), withProof)).toMatchObject({ findings: [], foundAt: 123 })
    expect(await follow(serveLog(entries), { ...withProof, onlyNew: true })).toMatchObject({ foundAt: 123 })
    const without = { expected: { leaf, proof: undefined } }
    expect(await follow(serveLog(entries), without)).toMatchObject({ findings: [], foundAt: 123 })
  })

  test('that is not there is missed', async () => {
    const absent = { expected: { leaf: 'other', proof: undefined } }
    expect(await problems(serveLog(entries), absent)).toEqual([['not_logged', null]])
    const wrong = { expected: { leaf: 'other', proof: await proofIn(before, 123) } }
    expect(await problems(serveLog(entries), wrong)).toEqual([['not_logged', null]])
  })

  test('that was proved in another history shows the fork', async () => {
    const other = entries.with(5, 'other')
    const expected = { leaf, proof: await proofIn(other.slice(0, 400), 123) }
    expect(await problems(serveLog(entries), { expected })).toEqual([['forked', 123]])
  })

  test('that was proved in a longer history shows the roll-back', async () => {
    const expected = { leaf, proof: await proofIn([...entries, 'more'], 123) }
    expect(await problems(serveLog(entries), { expected })).toEqual([['rolled_back', 700]])
  })
})

test('leaf hashes are those of RFC 6962', () => {
  expect(leafHashes(['a'])).toEqual(Uint8Array.from(merkleLeafHash('a')))
})
