// `npm run fuzz:verifiers`: asks both verifiers the same changed questions and documents and prints those that they answer differently.
import { parseArgs } from 'node:util'
import { compareVerifiers, type Disagreement } from './compare-verifiers.ts'
import { answerTo } from '../../self-test/answer-question.ts'
import { answerToDocument, fuzzedDocuments } from './fuzzed-documents.ts'
import { fuzzedQuestions } from './fuzzed-questions.ts'
import { findPython, PythonVerifier } from './python-verifier.ts'

const usage = `Usage: npm run fuzz:verifiers -- [--seed TEXT] [--cases NUMBER] [--pure]

  --seed TEXT      from which the questions are drawn; by default the present time
  --cases NUMBER   how many of each; by default 10000
  --pure           leave the native signatures of Python's cryptography package out

Exit status: 0 both verifiers agree on every question, 1 they do not, 2 nothing was asked.`

const shown = 5

function readOptions() {
  return parseArgs({
    options: {
      seed: { type: 'string', default: new Date().toISOString() },
      cases: { type: 'string', default: '10000' },
      pure: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values
}

async function main(values: ReturnType<typeof readOptions>): Promise<number> {
  const count = Number(values.cases)
  const python = findPython()
  if (values.help || !Number.isSafeInteger(count) || count < 1) return explain(usage)
  if (python === undefined)
    return explain('There is no python3 on the PATH. Install it, or name one in PYTHON.')

  const verifier = new PythonVerifier(python, { isPure: values.pure })
  const found = [
    ...(await compareVerifiers(fuzzedQuestions(values.seed, count), verifier, answerTo)),
    ...(await compareVerifiers(fuzzedDocuments(values.seed, count), verifier, answerToDocument)),
  ]
  await verifier.end()
  for (const disagreement of found.slice(0, shown)) show(disagreement)
  process.stdout.write(
    `${count} questions and as many documents from seed ${values.seed}: ${found.length} disagreements\n`,
  )
  return found.length === 0 ? 0 : 1
}

function show({ name, question, typescript, python }: Disagreement): void {
  process.stdout.write(`${name}\n${JSON.stringify({ question, typescript, python }, null, 2)}\n\n`)
}

function explain(text: string): number {
  process.stderr.write(`${text}\n`)
  return 2
}

try {
  const options = readOptions()
  process.exitCode = await main(options)
} catch (error) {
  if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error
  process.exitCode = explain(`${(error as Error).message}\n\n${usage}`)
}
