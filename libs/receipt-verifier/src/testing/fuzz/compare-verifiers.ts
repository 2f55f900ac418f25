import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../../self-test/answer-question.ts'
import type { PythonVerifier } from './python-verifier.ts'

/** A question to which the two verifiers gave different answers. */
export interface Disagreement {
  readonly name: string
  readonly question: object
  readonly typescript: Answer
  readonly python: Answer
}

/** Asks both verifiers and returns where they differ: reasons, their order, advisories, checks or claims. */
export async function compareVerifiers<Q extends object>(
  questions: Iterable<readonly [name: string, question: Q]>,
  python: Pick<PythonVerifier, 'ask'>,
  answer: (question: Q) => Answer,
): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for (const [name, question] of questions) {
    const asked = python.ask(question)
    const answers = { typescript: plainly(() => answer(question)), python: await asked }
    if (!isDeepStrictEqual(answers.typescript, answers.python)) found.push({ name, question, ...answers })
  }
  return found
}

/** As it goes through JSON; a defect is an answer too, that the other verifier does not give. */
function plainly(answer: () => Answer): Answer {
  try {
    return JSON.parse(JSON.stringify(answer())) as Answer
  } catch (error) {
    return { defect: String(error) }
  }
}
