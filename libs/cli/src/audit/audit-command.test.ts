import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digestOf, fromBase64Url, merkleRoot, toHex } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256, nodeSuite } from '@outturn/canonical/node'
import { formatVerifierKey, signedReceiptText, verifierKeyOf } from '@outturn/receipt-verifier'
import { receiptLeafText, signedSuccessionText } from '@outturn/receipt-verifier/issuing'
import {
  formatCheckpoint,
  formatEntryBundle,
  formatSignedNote,
  keyLeafText,
  successionLeafText,
} from '@outturn/transparency-log'
import {
  numberedEntries,
  proofIn,
  serveLog,
  signedCheckpoint,
  testLog,
} from '@outturn/transparency-log/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOutturn } from '../program.ts'
import { golden } from '../testing/sample-bundles.ts'

const { receipt } = golden
const keys = golden.keys as unknown as Record<
  'receipts' | 'attestations' | 'status',
  Record<'demo', { key_id: string }[]>
>
const receiptLeaf = receiptLeafText('example', {
  receiptId: receipt.id,
  receiptDigest: digestOf(signedReceiptText(receipt)),
})
const keyLeaves = Object.entries({
  receipt: keys.receipts,
  attestation: keys.attestations,
  status: keys.status,
}).flatMap(([purpose, { demo }]) =>
  demo.map(({ key_id }) => keyLeafText('example', { key_id, purpose, status: 'active' })),
)
const entries = [...keyLeaves, receiptLeaf, ...numberedEntries(400)]
const before = entries.slice(0, 300)
const keyDocument = {
  ...golden.keys,
  log: null,
  demo_log: { origin: testLog.origin, vkey: formatVerifierKey(testLog.keys[0] as never), previous_vkeys: [] },
}

let server: Server
let baseUrl: string
let folder: string
/** What is served, by path below the prefix of the demo log. */
let served: Map<string, Uint8Array>
let patience = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    if (patience > 0) {
      patience -= 1
      return response.writeHead(429, { 'retry-after': '0' }).end()
    }
    const body =
      path === '/.well-known/outturn-keys.json'
        ? JSON.stringify(keyDocument)
        : served.get(path.replace('/log/demo/', ''))
    if (path === '/log/demo/tile/entries/broken') return response.writeHead(500).end()
    return response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outturn-audit-'))
  served = serveLog(entries)
  patience = 0
  writeFileSync(file('keys.json'), JSON.stringify(keyDocument))
  writeFileSync(file('receipt.json'), JSON.stringify(receipt))
  return () => rmSync(folder, { recursive: true })
})

function rootOf(list: readonly string[]): string {
  return toHex(merkleRoot(list, nodeSha256))
}

function file(name: string): string {
  return join(folder, name)
}

async function audit(...args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const all = args.map((arg) => (/\.(json|txt)$/.test(arg) ? file(arg) : arg))
  const status = await runOutturn(['audit', baseUrl, '--environment', 'demo', ...all], {
    print: (text) => lines.push(...text.split('\n')),
    complain: (text) => complaints.push(text),
  })
  return { status, lines, stderr: complaints.join('\n') }
}

/** Pins the log as it was when it had 300 leaves, with or without their hashes. */
async function pin({ leaves }: { leaves: boolean }): Promise<void> {
  served = serveLog(before)
  expect(await audit('--keys', 'keys.json', '--checkpoint', 'pinned.txt', '--save')).toMatchObject({
    status: 0,
  })
  if (!leaves) rmSync(file('pinned.txt.leaves'))
  served = serveLog(entries)
}

const follow = (...args: string[]) => audit('--keys', 'keys.json', '--checkpoint', 'pinned.txt', ...args)

describe('a whole log', () => {
  test('is pinned at the first audit and followed from there', async () => {
    await pin({ leaves: true })
    expect(readFileSync(file('pinned.txt'), 'utf8')).toBe(signedCheckpoint(before))
    const { status, lines } = await follow('--save')
    expect(status).toBe(0)
    expect(lines).toEqual([
      'The log log.example.com has 403 leaves.',
      'WHOLE: it goes on from the pinned 300 leaves, and none was rewritten, hidden or reordered.',
    ])
    expect(readFileSync(file('pinned.txt'), 'utf8')).toBe(signedCheckpoint(entries))
    expect((await follow('--only-new', '--save')).status).toBe(0)
    expect((await follow()).status).toBe(0)
  })

  test('is not pinned again without --save', async () => {
    await pin({ leaves: true })
    await follow()
    expect(readFileSync(file('pinned.txt'), 'utf8')).toBe(signedCheckpoint(before))
  })

  test('can be looked at by the keys that the service serves, which is pointed out', async () => {
    const { status, lines } = await audit()
    expect(status).toBe(0)
    expect(lines.at(-1)).toBe('WHOLE: every leaf is there and signed for.')
    expect(lines.join('\n')).toContain('--keys')
  })

  test('is waited for while the service asks for patience', async () => {
    patience = 2
    expect((await audit('--keys', 'keys.json')).status).toBe(0)
  })

  test('holds a receipt, found by its proof or among the leaves', async () => {
    const found = `Receipt ${receipt.id} is leaf 2.`
    expect((await audit('--keys', 'keys.json', '--receipt', 'receipt.json')).lines).toContain(found)
    const proven = { ...receipt, log_proof: await proofIn(before, 2) }
    writeFileSync(file('receipt.json'), JSON.stringify(proven))
    await pin({ leaves: false })
    expect((await follow('--only-new', '--receipt', 'receipt.json')).lines).toContain(found)
  })

  test('is reported as JSON', async () => {
    const { lines } = await audit('--keys', 'keys.json', '--receipt', 'receipt.json', '--json')
    expect(JSON.parse(lines.join('\n'))).toEqual({
      agrees: true,
      origin: 'log.example.com',
      environment: 'demo',
      ended: [],
      pinned_origin: null,
      size: 403,
      pinned_size: null,
      findings: [],
      receipt: { id: receipt.id, leaf: 2 },
      keys: 'given',
    })
  })
})

describe('a broken log is found, and the first bad leaf named', () => {
  const swapped = entries.with(10, entries[20] as string).with(20, entries[10] as string)
  const bundle = (list: readonly string[]) => formatEntryBundle(list.map((entry) => Buffer.from(entry)))

  test.each([
    [
      'rewritten',
      entries.with(123, 'other'),
      'Leaf 123 is not the one that was there before: it was rewritten.',
    ],
    ['hidden', entries.toSpliced(123, 1), 'Leaf 123 is gone, and what followed it has moved up.'],
    ['reordered', swapped, 'Leaf 10 is now at place 20: leaves were reordered.'],
    ['rolled back', entries.slice(0, 250), 'The log was rolled back: it had 300 leaves and now shows 250.'],
  ])('made again and signed: %s', async (_, list, sentence) => {
    await pin({ leaves: true })
    served = serveLog(list)
    const { status, lines } = await follow('--save')
    expect(status).toBe(1)
    expect(lines).toContain(sentence)
    expect(lines.at(-1)).toMatch(/^BROKEN: /)
    expect(readFileSync(file('pinned.txt'), 'utf8')).toBe(signedCheckpoint(before))
  })

  test.each([
    [
      'rewritten',
      entries.slice(0, 256).with(9, 'other'),
      'Leaf 9 shows another entry than the tree holds: it was rewritten.',
    ],
    [
      'hidden',
      entries.slice(0, 257).toSpliced(9, 1),
      'Leaf 9 is left out: its place shows the entry that follows it.',
    ],
    ['reordered', swapped.slice(0, 256), 'Leaf 10 shows the entry of leaf 20: leaves were reordered.'],
  ])('with the entries alone changed: %s', async (_, list, sentence) => {
    served.set('tile/entries/000', bundle(list))
    const { status, lines } = await audit('--keys', 'keys.json')
    expect(status).toBe(1)
    expect(lines).toContain(sentence)
  })

  test('a fork is found by the pinned checkpoint alone', async () => {
    await pin({ leaves: false })
    served = serveLog(entries.with(123, 'other'))
    const { status, lines } = await follow()
    expect(status).toBe(1)
    expect(lines.join('\n')).toContain(
      'The first 300 leaves no longer have the root that the pinned checkpoint signs',
    )
  })

  test('a fork is found by a receipt that was proved in the other history', async () => {
    const proven = { ...receipt, log_proof: await proofIn(before.with(200, 'other'), 2) }
    writeFileSync(file('receipt.json'), JSON.stringify(proven))
    const { status, lines } = await audit('--keys', 'keys.json', '--receipt', 'receipt.json')
    expect(status).toBe(1)
    expect(lines.join('\n')).toContain('leaf 2 of another history')
  })

  test('a checkpoint of another key is none', async () => {
    served.set('checkpoint', Buffer.from(signedCheckpoint(entries, 'other.example.com')))
    const { status, lines } = await audit('--keys', 'keys.json')
    expect([status, lines[0]]).toEqual([1, 'The log serves no checkpoint that its key signed.'])
  })

  test('a receipt that is not in it is missed', async () => {
    served = serveLog(entries.with(2, 'other'))
    const { status, lines } = await audit('--keys', 'keys.json', '--receipt', 'receipt.json')
    expect([status, lines[1]]).toEqual([1, 'The receipt is in none of the leaves that were read.'])
  })

  test('a receipt that was forged is blamed, and not the log', async () => {
    const forged = { ...receipt, nonce: 'n_000000000000000000000009' }
    writeFileSync(file('receipt.json'), JSON.stringify(forged))
    const { status, stderr, lines } = await audit('--keys', 'keys.json', '--receipt', 'receipt.json')
    expect([status, lines]).toEqual([2, []])
    expect(stderr).toContain('is not a receipt that was issued: receipt_id_mismatch, invalid_signature')
  })

  test('a published key that it never saw is named', async () => {
    served = serveLog(entries.slice(1))
    const { status, lines } = await audit('--keys', 'keys.json')
    expect(status).toBe(1)
    expect(lines[1]).toBe(
      `The key ${receipt.signing_key_id} is published as active, and the log has no entry of it so.`,
    )
  })
})

describe('a log that ended', () => {
  const successor = 'log.example.com/583920174621'
  const signer = createEd25519Signer(new Uint8Array(32).fill(7))
  const vkeyOf = (name: string) => formatVerifierKey(verifierKeyOf(name, signer.publicKey))
  const statement = {
    schema: 'example/log-succession@1',
    environment: 'demo' as const,
    old_origin: testLog.origin,
    last_size: entries.length,
    last_root: rootOf(entries),
    restored_to: 300,
    declared_at: '2026-01-02T00:00:00.000Z',
    successor,
    signing_key_id: signer.keyId,
  }

  /** The old log is served up to its backup, and its successor from the statement on. */
  function succeed(change: Partial<typeof statement> = {}, { first }: { first?: string } = {}): void {
    const unsigned = { ...statement, ...change }
    const succession = { ...unsigned, signature: signer.sign(signedSuccessionText(unsigned)) }
    const ended = [
      { origin: testLog.origin, vkey: vkeyOf(testLog.origin), last_size: unsigned.last_size, succession },
    ]
    const log = { origin: successor, vkey: vkeyOf(successor), previous_vkeys: [], ended }
    writeFileSync(file('succeeded.json'), JSON.stringify({ ...keyDocument, demo_log: log }))
    const next = [first ?? successionLeafText(succession, nodeSuite), ...keyLeaves]
    served = serveLog(before)
    for (const [path, bytes] of serveLog(next)) served.set(`583920174621/${path}`, bytes)
    const text = formatCheckpoint(successor, { size: next.length, root: merkleRoot(next, nodeSha256) })
    const key = verifierKeyOf(successor, signer.publicKey)
    const note = formatSignedNote(text, key, fromBase64Url(signer.sign(text)) ?? new Uint8Array())
    served.set('583920174621/checkpoint', Buffer.from(note))
  }
  const audited = (...args: string[]) => audit('--keys', 'succeeded.json', ...args)
  const pinned = ['--checkpoint', 'pinned.txt']

  test('is explained, and what was pinned of it fits', async () => {
    await pin({ leaves: true })
    succeed()
    expect(await audited(...pinned)).toEqual({
      status: 0,
      stderr: '',
      lines: [
        'The log log.example.com ended at 403 leaves by declaration of 2026-01-02T00:00:00.000Z; leaves 300 to 402 are not served.',
        'The log log.example.com/583920174621 has 3 leaves.',
        'WHOLE: the pinned log ended by declaration, what is served of it is as it was, and every leaf of its successor is there.',
      ],
    })
    expect((await audited()).status).toBe(0)
    expect((await audited(...pinned, '--save')).status).toBe(0)
    expect((await audited(...pinned)).lines.at(-1)).toMatch(/goes on from the pinned 3 leaves/)
  })

  test.each<[string, () => void, RegExp]>([
    [
      'below what was pinned',
      () => succeed({ last_size: 299, restored_to: 200 }),
      /said to have ended at 299 leaves/,
    ],
    [
      'by a statement of other leaves',
      () => succeed({ last_size: 300, last_root: 'a'.repeat(64) }),
      /other leaves/,
    ],
    ['without a first leaf that says so', () => succeed({}, { first: '{"leaf":0}' }), /does not begin with/],
    [
      'by a statement for another log',
      () => succeed({ successor: 'log.example.com/4' }),
      /no statement of it/,
    ],
    [
      'and is served with a leaf that was rewritten',
      () => {
        succeed()
        for (const [path, bytes] of serveLog(before.with(20, '{"leaf":"other"}'))) served.set(path, bytes)
      },
      /rewritten|no longer have the root/,
    ],
  ])('is not believed to have ended %s', async (_, serve, detail) => {
    await pin({ leaves: true })
    serve()
    const { status, lines } = await audited(...pinned)
    expect(lines.join('\n')).toMatch(detail)
    expect([status, lines.at(-1)]).toEqual([1, expect.stringMatching(/^BROKEN/)])
  })
})

describe('what cannot be judged ends with 2, and says what to do', () => {
  test.each<[string[], string]>([
    [['--checkpoint', 'none.txt'], 'Begin with --save'],
    [['--checkpoint', 'keys.json'], 'is not a checkpoint of log.example.com that its key signed'],
    [['--save'], 'with --checkpoint'],
    [['--only-new'], 'with --checkpoint'],
    [['--keys', 'none.json'], 'Cannot read '],
    [['--keys', 'receipt.json'], 'is not a usable key document'],
    [['--receipt', 'keys.json'], 'is not a receipt'],
    [['--environment', 'production'], 'names no log of production'],
    [['--environment', 'staging'], 'Allowed choices are production, demo'],
  ])('%j', async (args, problem) => {
    const { status, lines, stderr } = await audit(
      ...(args.includes('--keys') ? [] : ['--keys', 'keys.json']),
      ...args,
    )
    expect([status, lines]).toEqual([2, []])
    expect(stderr).toContain(problem)
  })

  test('an address that is none, or answers nothing', async () => {
    const complaints: string[] = []
    const output = { print: () => {}, complain: (text: string) => complaints.push(text) }
    expect(await runOutturn(['audit', 'outturn.example'], output)).toBe(2)
    expect(await runOutturn(['audit', 'http://127.0.0.1:1'], output)).toBe(2)
    expect(complaints[0]).toContain('is not the address of a service')
    expect(complaints[1]).toContain('Cannot read http://127.0.0.1:1/.well-known/outturn-keys.json')
  })

  test('leaf hashes that are not of the pinned checkpoint', async () => {
    await pin({ leaves: true })
    const leaves = readFileSync(file('pinned.txt.leaves'))
    writeFileSync(file('pinned.txt.leaves'), leaves.fill(0, 0, 1))
    expect(await follow()).toMatchObject({ status: 2, lines: [] })
    expect(existsSync(file('pinned.txt.leaves'))).toBe(true)
  })
})
