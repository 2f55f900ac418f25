import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Answer, answerTo } from '../self-test/answer-question.ts'
import {
  type AttestationCase,
  attestationQuestionOf,
  questionOf,
  type ReceiptCase,
} from '../self-test/questions.ts'

/** Cases that were asked, and the names of those that this verifier answers otherwise than they expect. */
export interface SelfTest {
  readonly cases: number
  readonly disagreements: readonly string[]
}

/** Asks this verifier every case of the published corpus in a folder: `receipts.jsonl` and `attestations.jsonl` with `keys.json`. */
export function runSelfTest(folder: string): SelfTest {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const linesOf = (name: string) =>
    read(name)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  const keys = JSON.parse(read('keys.json')) as Record<string, object>
  const receipts = linesOf('receipts.jsonl') as ReceiptCase[]
  const attestations = linesOf('attestations.jsonl') as AttestationCase[]
  const answers = [
    ...receipts.map((one) => ({ one, answer: answerTo(questionOf(one, keys)) })),
    ...attestations.map((one) => ({ one, answer: answerTo(attestationQuestionOf(one, keys)) })),
  ]
  const wrong = answers.filter(
    ({ one, answer }) => !isDeepStrictEqual(membersOf(answer, one.expect), one.expect),
  )
  return { cases: answers.length, disagreements: wrong.map(({ one }) => one.name) }
}

/** The members of the answer that are expected, and of its decision those that are expected there. */
function membersOf(answer: Answer, expected: object): object {
  const entries = Object.entries(expected).map(([name, value]) => {
    const found = answer[name]
    const isDecision = name === 'decision' && typeof found === 'object' && found !== null
    return [name, isDecision ? membersOf(found as Answer, value as object) : found]
  })
  return Object.fromEntries(entries) as object
}
