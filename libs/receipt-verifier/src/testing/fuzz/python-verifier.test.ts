import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { compareVerifiers } from './compare-verifiers.ts'
import { type Answer, answerTo } from '../../self-test/answer-question.ts'
import { answerToDocument, documentQuestions, fuzzedDocuments } from './fuzzed-documents.ts'
import { corpusQuestions, fuzzedQuestions } from './fuzzed-questions.ts'
import { findPython, pythonEnvironment, pythonPackage, PythonVerifier } from './python-verifier.ts'

const python = findPython() ?? ''
const timeout = 240_000

describe.skipIf(python === '')('the verifier in Python', () => {
  test('passes its own tests', { timeout }, () => {
    const { status, stderr } = spawnSync(
      python,
      ['-m', 'unittest', 'discover', '--start-directory', 'tests'],
      {
        cwd: pythonPackage,
        env: pythonEnvironment(),
        encoding: 'utf8',
      },
    )
    expect(stderr).toMatch(/\nOK\b/)
    expect(status).toBe(0)
  })

  test('agrees on every case of the corpus, claim by claim', { timeout }, async () => {
    const questions = corpusQuestions()
    expect(questions.length).toBeGreaterThan(900)
    expect(await disagreements(questions, answerTo)).toEqual([])
    expect(await disagreements(documentQuestions(), answerToDocument)).toEqual([])
  })

  test('agrees on 50 questions and 50 documents that were changed at random', { timeout }, async () => {
    expect(await disagreements(fuzzedQuestions('of the test suite', 50), answerTo)).toEqual([])
    expect(await disagreements(fuzzedDocuments('of the test suite', 50), answerToDocument)).toEqual([])
  })

  test('is asked in earnest: an answer of its own is seen', { timeout }, async () => {
    const [first] = corpusQuestions()
    if (first === undefined) throw new Error('The corpus is empty.')
    const verifier = new PythonVerifier(python)
    const other = {
      ask: (question: object) => verifier.ask({ ...question, environment: 'demo', keys: '' }),
    }
    const found = await compareVerifiers([first], other, answerTo)
    await verifier.end()
    expect(found).toMatchObject([
      { typescript: { valid: true }, python: { unusable: 'keys', code: 'syntax' } },
    ])
  })
})

async function disagreements<Q extends object>(
  questions: Iterable<readonly [name: string, question: Q]>,
  answer: (question: Q) => Answer,
) {
  const verifier = new PythonVerifier(python)
  try {
    return await compareVerifiers(questions, verifier, answer)
  } finally {
    await verifier.end()
  }
}
