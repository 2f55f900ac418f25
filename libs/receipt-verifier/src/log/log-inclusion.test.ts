import { createEd25519Signer, nodeSuite } from '@outturn/canonical/node'
import { describe, expect, test } from 'vitest'
import { type KeyDocumentError, parseKeyDocument } from '../keys/trust-set.ts'
import { golden } from '../receipt/golden.fixture.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'
import { checkpointText, leafOf, logKey, logOrigin, proofText, signedNote } from './log.fixture.ts'
import { readLogProof } from './log-proof.ts'
import { formatVerifierKey, verifierKeyOf } from './verifier-key.ts'

const { receipt, keys } = golden
const vkey = formatVerifierKey(logKey)
const demoLog = { origin: logOrigin, vkey }
const leaves = ['a', leafOf(receipt), 'c', 'd', 'e']
const proof = proofText(leaves, 1)
const otherSigner = createEd25519Signer(new Uint8Array(32).fill(8))
const otherKey = verifierKeyOf(logOrigin, otherSigner.publicKey)

function judge(logProof: unknown, logs: object = { log: null, demo_log: demoLog }) {
  const trustSet = parseKeyDocument({ ...keys, ...logs })
  const candidate = logProof === undefined ? receipt : { ...receipt, log_proof: logProof }
  const verdict = verifyOutcomeReceipt(candidate, { trustSet, environment: 'demo', suite: nodeSuite })
  const { valid, reasons, log_inclusion } = verdict
  return { valid, reasons, log_inclusion, advisories: verdict.advisories.filter((word) => /log/.test(word)) }
}

test('a proof under the key of the log shows that the receipt is in it', () => {
  expect(judge(proof)).toEqual({ valid: true, reasons: [], log_inclusion: 'included', advisories: [] })
  expect(judge(proof.replace('\nindex', '\nextra YQ==\nindex')).log_inclusion).toBe('included')
  expect(judge(proofText([leafOf(receipt)], 0)).log_inclusion).toBe('included')
})

test('a proof under a key of before holds as long as the document lists it', () => {
  const rotated = { origin: logOrigin, vkey: formatVerifierKey(otherKey) }
  expect(judge(proof, { demo_log: rotated }).log_inclusion).toBe('invalid')
  expect(judge(proof, { demo_log: { ...rotated, previous_vkeys: [vkey] } }).log_inclusion).toBe('included')
})

test('without a proof, or a log to check it by, nothing is shown and the receipt stays valid', () => {
  expect(judge(undefined)).toMatchObject({
    valid: true,
    log_inclusion: 'absent',
    advisories: ['log_proof_absent'],
  })
  const unknown = { valid: true, log_inclusion: 'not_checked', advisories: [] }
  expect(judge(undefined, {})).toMatchObject(unknown)
  // The log of production says nothing about a demo receipt.
  expect(judge(proof, { log: demoLog, demo_log: null })).toMatchObject(unknown)
})

test('a proof of a log that ended by declaration still counts, of a size that it had given out', () => {
  const successor = formatVerifierKey(verifierKeyOf('log.example.com/3', otherSigner.publicKey))
  const logOf = (last_size: number, origin = logOrigin) => ({
    demo_log: { origin: 'log.example.com/3', vkey: successor, ended: [{ origin, vkey, last_size }] },
  })
  expect(judge(proof, logOf(leaves.length)).log_inclusion).toBe('included')
  expect(judge(proof, logOf(leaves.length - 1)).log_inclusion).toBe('invalid')
  expect(judge(proof, logOf(leaves.length, 'other.example')).log_inclusion).toBe('invalid')
  const { ended: _, ...alone } = logOf(0).demo_log
  expect(judge(proof, { demo_log: alone }).log_inclusion).toBe('invalid')
})

describe('a proof that shows nothing is worth an advisory, and no reason against the receipt', () => {
  test.each([
    ['of another leaf', proofText(leaves, 2)],
    ['at another place', proof.replace('index 1', 'index 0')],
    ['at a place that does not exist', proof.replace('index 1', 'index 5')],
    ['of another tree', proofText(leaves, 1, signedNote(checkpointText([...leaves, 'f'])))],
    ['of another log', proofText(leaves, 1, signedNote(checkpointText(leaves, 'other.example')))],
    ['under another key', proofText(leaves, 1, signedNote(checkpointText(leaves), otherKey, otherSigner))],
    [
      'under a forged signature',
      proofText(leaves, 1, signedNote(checkpointText(leaves), logKey, otherSigner)),
    ],
  ])('%s', (_, text) => {
    expect(readLogProof(text)).toBeDefined()
    expect(judge(text)).toEqual({
      valid: true,
      reasons: [],
      log_inclusion: 'invalid',
      advisories: ['log_proof_invalid'],
    })
  })
})

describe('what is no proof at all makes the receipt malformed', () => {
  const [header, index, ...rest] = proof.split('\n')
  const hash = rest[0] ?? ''
  test.each<[string, unknown]>([
    ['not a text', 1],
    ['empty', ''],
    ['a word', 'proof'],
    ['of another version', proof.replace('@v1', '@v2')],
    ['without an index', [header, ...rest].join('\n')],
    ['with an index of two spellings', proof.replace('index 1', 'index 01')],
    ['with a short hash', proof.replace(hash, hash.slice(4))],
    ['with broken extra data', proof.replace('\nindex', '\nextra a\nindex')],
    ['with extra data in the wrong place', [header, index, 'extra YQ==', ...rest].join('\n')],
    ['without its checkpoint', proof.slice(0, proof.indexOf('\n\n') + 2)],
    ['without an empty line', proof.replace('\n\n', '\n')],
  ])('%s', (_, text) => {
    expect(judge(text)).toMatchObject({ valid: false, reasons: ['malformed_receipt'], advisories: [] })
  })
})

test('a key document with a verifier key that is none is unusable', () => {
  const document = { ...keys, log: { origin: logOrigin, vkey: 'v' } }
  expect(() => parseKeyDocument(document)).toThrow(
    expect.objectContaining({ name: 'KeyDocumentError' } satisfies Partial<KeyDocumentError>),
  )
})
