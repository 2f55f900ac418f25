import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { receiptReasons } from '../receipt/receipt-checks.ts'
import { policyReasons } from '../policy/require-outcome.ts'
import { attestationReasons } from '../attestation/verify-attestation.ts'
import { corpusFiles } from './corpus/corpus.ts'
import { goldenFiles, vectorFile } from './golden-files.ts'
import { answerTo } from '../self-test/answer-question.ts'
import { attestationQuestionOf, questionOf } from '../self-test/questions.ts'
import { readAttestationCases, readCorpusFile, readKeyDocuments, readReceiptCases } from './read-corpus.ts'

const keys = readKeyDocuments()
const receiptCases = readReceiptCases()
const attestationCases = readAttestationCases()
const corpus = corpusFiles()

test('the published corpus is the one that its seeds make', () => {
  for (const [name, text] of corpus) expect(text === readCorpusFile(name), name).toBe(true)
})

test('the golden vectors are what their own seeds, agreement, rows and events make', () => {
  for (const [path, text] of goldenFiles()) {
    expect(text === readFileSync(vectorFile(path), 'utf8'), path).toBe(true)
  }
})

test('it has enough cases, each with a name of its own, in less than 3 MB', () => {
  expect(receiptCases.length).toBeGreaterThanOrEqual(300)
  for (const cases of [receiptCases, attestationCases]) {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  }
  const bytes = [...corpus.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeLessThan(3_000_000)
})

test('every reason is expected alone, unless another always goes with it, and beside every other', () => {
  const lists = receiptCases.flatMap((one) => ('reasons' in one.expect ? [one.expect.reasons] : []))
  for (const reason of receiptReasons) {
    const alone = reason === 'earned_exceeds_committed' ? 2 : 1
    expect(
      lists.some((reasons) => reasons.includes(reason) && reasons.length === alone),
      reason,
    ).toBe(true)
    for (const other of receiptReasons.slice(1)) {
      if (reason === 'malformed_receipt') continue
      expect(
        lists.some((reasons) => reasons.includes(reason) && reasons.includes(other)),
        other,
      ).toBe(true)
    }
  }
  const decisions = receiptCases.flatMap((one) =>
    'decision' in one.expect ? [one.expect.decision?.reasons] : [],
  )
  for (const reason of policyReasons) expect(decisions, reason).toContainEqual([reason])
  const attested = attestationCases.map((one) => one.expect.reasons)
  for (const reason of attestationReasons) {
    expect(
      attested.some((reasons) => reasons.includes(reason)),
      reason,
    ).toBe(true)
  }
})

describe('the verifier answers every case as its author expects', () => {
  test.each(receiptCases)('$name', (one) => {
    expect(answerTo(questionOf(one, keys))).toMatchObject(one.expect)
  })

  test.each(attestationCases)('attestation: $name', (one) => {
    expect(answerTo(attestationQuestionOf(one, keys))).toMatchObject(one.expect)
  })
})
