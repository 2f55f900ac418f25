import { type Answer, type Question, answerTo } from '../../self-test/answer-question.ts'
import { attestationQuestionOf, questionOf } from '../../self-test/questions.ts'
import { readAttestationCases, readKeyDocuments, readReceiptCases } from '../read-corpus.ts'
import { SeededRandom } from '../seeded-random.ts'
import { changeQuestion } from './change-question.ts'

/** The questions of the corpus by the names of their cases. */
export function corpusQuestions(): (readonly [name: string, question: Question])[] {
  const keys = readKeyDocuments()
  return [
    ...readReceiptCases().map((one) => [one.name, questionOf(one, keys)] as const),
    ...readAttestationCases().map(
      (one) => [`attestation: ${one.name}`, attestationQuestionOf(one, keys)] as const,
    ),
  ]
}

/** Questions drawn from a seed: cases of the corpus, changed once or a few times; mostly such as were judged to the end. */
export function* fuzzedQuestions(
  seed: string,
  count: number,
): Generator<readonly [name: string, question: Question]> {
  const named = corpusQuestions()
  const others = named.map(([, question]) => question)
  const judged = named.filter(([, question]) => isJudged(answerTo(question)))
  for (let number = 0; number < count; number++) {
    const random = new SeededRandom(`fuzz ${seed} ${number}`)
    const [name, original] = random.pick(random.chance(85) ? judged : named)
    let question = original
    for (let changes = random.pick([1, 1, 1, 2, 4]); changes > 0; changes--) {
      question = changeQuestion(random, question, others)
    }
    yield [`seed ${seed}, case ${number}, from ${name}`, question]
  }
}

function isJudged({ unusable, reasons }: Answer): boolean {
  const list = Array.isArray(reasons) ? reasons : []
  return unusable === undefined && !list.some((reason) => String(reason).startsWith('malformed_'))
}
