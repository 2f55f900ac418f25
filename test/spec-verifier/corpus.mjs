// Runs a file of test/vectors/receipts, or that of test/vectors/documents, through the verifier.
import { readFileSync } from 'node:fs'
import { answerCase } from './answer-case.mjs'
import { answerDocument } from './answer-document.mjs'
import { jcs } from './canonical-json.mjs'

const corpus = new URL('../vectors/receipts/', import.meta.url)
const readFile = (name) => readFileSync(new URL(name, corpus), 'utf8')

/** How many cases the file has, and those that are answered otherwise than they expect. */
export function runCorpusFile(name) {
  const namedKeys = JSON.parse(readFile('keys.json'))
  const cases = readFile(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const answered = cases.map((test) => ({
    name: test.name,
    expected: jcs(test.expect),
    answer: jcs((Object.hasOwn(test, 'kind') ? answerDocument : answerCase)(test, namedKeys)),
  }))
  return { total: cases.length, disagreeing: answered.filter(({ expected, answer }) => expected !== answer) }
}
