import { readReplayBundle } from '../../bundle/replay-bundle.ts'
import { documentAnswer } from '../documents/document-answer.ts'
import type { DocumentCase } from '../documents/document-case.ts'
import { signers } from '../issuers.ts'
import type { Answer } from '../../self-test/answer-question.ts'
import { readDocumentCases, readKeyDocuments } from '../read-corpus.ts'
import { SeededRandom } from '../seeded-random.ts'
import { withManifest } from '../with-manifest.ts'
import { rewordedText } from './change-bytes.ts'
import { changeValue } from './change-value.ts'
import { changeWithinForm } from './change-within-form.ts'

/** The cases of documents by their names, with the key documents that they name in their place. */
export function documentQuestions(): (readonly [name: string, question: DocumentCase])[] {
  const named = readKeyDocuments()
  return readDocumentCases().map((one) => [one.name, one.kind === 'file' ? withKeys(one, named) : one])
}

/** What the verifier of this package answers to a document. */
export function answerToDocument(question: DocumentCase): Answer {
  return documentAnswer(question, {})
}

/** Documents drawn from a seed: cases of the corpus in which the document was changed; a bundle may be signed anew. */
export function* fuzzedDocuments(
  seed: string,
  count: number,
): Generator<readonly [name: string, question: DocumentCase]> {
  const questions = documentQuestions()
  for (let number = 0; number < count; number++) {
    const random = new SeededRandom(`fuzz documents ${seed} ${number}`)
    const [name, question] = random.pick(questions)
    yield [`seed ${seed}, document ${number}, from ${name}`, changedIn(random, question)]
  }
}

function withKeys<Case extends { readonly keys: string | object }>(
  one: Case,
  named: Readonly<Record<string, object>>,
): Case {
  return typeof one.keys === 'string' ? { ...one, keys: named[one.keys] ?? {} } : one
}

function changedIn(random: SeededRandom, question: DocumentCase): DocumentCase {
  switch (question.kind) {
    case 'keys':
      return { ...question, keys: changed(random, question.keys) as object }
    case 'history':
      return { ...question, events: changed(random, question.events) }
    case 'quote':
      return { ...question, quote: withinQuote(random, question.quote) }
    // What is asked of it is a text, not a verdict.
    case 'dispute_result':
      return question
    case 'file': {
      if (question.file === undefined) return question
      const { file, ...rest } = question
      const next = changed(random, file)
      const sealed = random.chance(60) ? sealedAnew(next) : next
      return { ...rest, text: rewordedText(random, sealed) }
    }
    default:
      return question satisfies never
  }
}

function changed(random: SeededRandom, value: unknown): unknown {
  let next = value
  const change = random.chance(60) ? changeWithinForm : changeValue
  for (let count = random.between(1, 3); count > 0; count--) next = change(random, next)
  return next
}

/** A quote with every member that its digest binds: of one that lacks some, a verifier may say anything. */
function withinQuote(random: SeededRandom, quote: object): object {
  const [name, value] = random.pick(Object.entries(quote).filter(([member]) => member !== 'economics'))
  return { ...quote, [name]: changed(random, value) }
}

/** Of the form that a replay takes alone: no service signs another, and a verifier need not look that deep. */
function sealedAnew(file: unknown): unknown {
  const reading = readReplayBundle(file)
  return 'bundle' in reading ? withManifest(reading.bundle, signers.statusProduction) : file
}
