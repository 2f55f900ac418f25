import { everyRow, nounPattern } from './phrases.ts'
import { askUnderHeading } from '../inexact/inquiry.ts'
import type { Clause } from './clause.ts'
import { headingKind, isOnlyName, isSignOff } from './connectives.ts'
import { leadAt } from './leads.ts'
import { askedAs, readSentence, type SentenceContext } from './read-sentence.ts'
import type { Sentence } from './sentence.ts'
import { readStatements } from './statement.ts'

/** What the last heading says of the lines under it. */
interface Scope {
  readonly kind: 'plain' | 'optional' | 'fields' | 'unknown'
  /** Whether it ends with the list under it, or only at the next heading. */
  readonly isList: boolean
  readonly hasItems: boolean
}

const plain: Scope = { kind: 'plain', isList: true, hasItems: false }
const listsFields = new RegExp(
  `(?:^|,? and |,? )(?:(?:${everyRow}|it|the (?:list|dataset|file)) )?(?:must |should )?(?:(?:with|has|have|having|including|includes?|contain(?:s|ing)?) )?(?:the )?(?:(?:following|required|mandatory|these) )*(?:fields|columns|keys)$`,
  'i',
)
const introduction =
  /^(?:(?:the |our |each |every )?(?:list|dataset|data|file|report|delivery|work|rows?|leads?|it|you|we|i) )?(?:(?:must|should|needs? to|has to|have to) )?(?:(?:meets?|satisf(?:y|ies)|fulfils?|have|has|be|needs?|follows?|contains?|includes?) )?(?:all )?(?:of )?(?:the |these )?(?:following|following (?:requirements|conditions|criteria|rules|things|points)|requirements|conditions|criteria|rules)$/i
const fieldName = new RegExp(`^${nounPattern}$`, 'i')

/** The clauses of each sentence of a text, in order; what stands under a heading counts as the heading says. */
export function readSentences(
  sentences: readonly Sentence[],
  context: SentenceContext,
): readonly (readonly Clause[])[] {
  let scope = plain
  let isSigned = false
  return sentences.map((sentence) => {
    const whole: Clause = { kind: 'connective', start: 0, end: sentence.text.length }
    if (isSigned && isOnlyName(sentence.text)) return [whole]
    isSigned = isSignOff(sentence.text)
    if (sentence.mark === 'heading' || sentence.introduces) {
      const { clauses, kind } = readHeading(sentence, context)
      scope = { kind, isList: sentence.mark !== 'heading', hasItems: false }
      return clauses
    }
    scope = scopeAt(sentence, scope)
    return readUnder(sentence.isOpen ? { ...scope, kind: 'unknown' } : scope, sentence, context)
  })
}

function scopeAt(sentence: Sentence, scope: Scope): Scope {
  if (scope.kind === 'plain' || !scope.isList) return scope
  if (sentence.mark === 'item') return { ...scope, hasItems: true }
  return scope.hasItems || sentence.opensParagraph ? plain : scope
}

function readHeading(
  { text }: Sentence,
  context: SentenceContext,
): { readonly clauses: readonly Clause[]; readonly kind: Scope['kind'] } {
  const whole: Clause = { kind: 'connective', start: 0, end: text.length }
  const kind = headingKind(text)
  if (kind === 'optional') return { clauses: [whole], kind }
  const introduces = introduction.test(text) || leadAt(`${text} `, 0).end > text.length
  if (kind === 'required' || introduces) return { clauses: [whole], kind: 'plain' }
  const list = listsFields.exec(text)
  if (list !== null) {
    const head = list.index === 0 ? [] : readSentence(text.slice(0, list.index), context)
    const start = text.length - text.slice(list.index).replace(/^[, ]+/, '').length
    const clauses: Clause[] = [...head, { kind: 'connective', start, end: text.length }]
    if (clauses.every(isExact)) return { clauses, kind: 'fields' }
  }
  const clauses = readSentence(text, context)
  return { clauses, kind: clauses.every(isExact) ? 'plain' : 'unknown' }
}

function isExact({ kind }: Clause): boolean {
  return kind === 'condition' || kind === 'amount' || kind === 'connective'
}

function readUnder({ kind }: Scope, { text }: Sentence, context: SentenceContext): readonly Clause[] {
  if (kind === 'fields' && fieldName.test(text)) {
    const name = /["`]/.test(text) ? text : JSON.stringify(text.replace(/^(?:an? |the )/i, ''))
    const [statement] = readStatements(`every row has ${name}`, context.circumstances) ?? []
    if (statement?.kind === 'condition') return [{ start: 0, end: text.length, ...statement }]
  }
  const clauses = readSentence(text, context)
  if (kind === 'optional') return clauses.map(asOptional)
  return kind === 'unknown' ? clauses.map(asQuestion) : clauses
}

function asOptional(clause: Clause): Clause {
  return clause.kind === 'condition' ? { ...clause, required: false } : clause
}

function asQuestion(clause: Clause): Clause {
  return clause.kind === 'condition' || clause.kind === 'amount' ? askedAs(askUnderHeading, clause) : clause
}
