import type { Unitization } from '@outturn/agreement'
import { centsText } from '@outturn/evaluation'
import type { Range, Span } from './placeholders/placeholder.ts'
import type { Inexact } from './inexact/inquiry.ts'
import type { Circumstances, KnownField, Question } from './outcome.ts'
import type { Ambiguity, PolicyPart } from './policy-part.ts'
import type { Clause } from './sentences/clause.ts'
import { readSentences } from './sentences/headings.ts'
import type { Sentence } from './sentences/sentence.ts'
import { type OpenAmount, settleAmounts } from './amounts/settle-amounts.ts'
import { proposesSomething } from './questions/inquiry.ts'
import { unreadReason } from './questions/unrecognised.ts'
import type { ReadBudget } from './questions/inquire.ts'
import { splitSentences } from './sentences/split-sentences.ts'

/** Changes whenever a text may be read differently from before. */
export const policyCompilerVersion = '3.0.0'
/** The longest text that is read, in UTF-16 code units. */
export const maxPolicyChars = 20_000
/** The most texts that the questions about one policy may read. */
const maxReads = 600
/** The steps that all their readings may take. */
const maxSteps = 1_000_000
/** The longest text of one term. */
const maxTermChars = 10_000

export interface PolicyOptions {
  /** The units that the caller sent beside the text; every amount of the text must agree with them. */
  readonly unitization: Unitization | null
  /** Whether an agent or a service acts for the caller, so that no one is at hand who looks. */
  readonly isSoftware: boolean
  /** The fields that the rows will have, where they are known. */
  readonly fields: readonly KnownField[]
  /** What one row is called. */
  readonly unitName?: string
  /** The time that relative times count from, RFC 3339. */
  readonly asOf?: string
  /** An IANA name. */
  readonly timeZone?: string
}

/** What a text says, part by part, and what its amounts come to. */
export interface PolicyReading {
  /** In the order of the text; their extents are the whole text. Empty for a text without any word. */
  readonly parts: readonly PolicyPart[]
  readonly valueCents: number | null
  readonly unitization: Unitization | null
}

/**
 * Reads a whole text with the deterministic grammar. The same text gives the same parts anywhere; nothing is guessed, and
 * nothing is left out: each word is in a check, an amount, a question or what no checker decides, or joins two of them.
 */
export function readPolicy(source: string, options: PolicyOptions): PolicyReading {
  if (source.length > maxPolicyChars)
    throw new RangeError(`a policy text has at most ${maxPolicyChars} characters`)
  const { unitization } = options
  const sentences = splitSentences(source)
  const parts = clausesOf(sentences, options).flatMap((clauses, index) =>
    partsOf(source, sentences[index] as Sentence, clauses),
  )
  const amounts = parts.filter((part) => part.kind === 'amount')
  const settled = settleAmounts(
    amounts.map(({ amount }) => amount),
    unitization,
  )
  const open = new Map<PolicyPart, OpenAmount>()
  for (const [index, why] of settled.open) {
    const part = amounts[index]
    if (part !== undefined) open.set(part, why)
  }
  return {
    parts: numbered(
      withExtents(
        withoutContradictions(askedBesideChecks(parts.map((part) => asked(part, open.get(part))))),
        source,
      ),
    ),
    valueCents: settled.valueCents,
    unitization: settled.unitization,
  }
}

/** A name that a part of the text marks as that of a field is one in every part, so that the text is read again with it. */
function clausesOf(sentences: readonly Sentence[], options: PolicyOptions): readonly (readonly Clause[])[] {
  const budget: ReadBudget = { reads: maxReads, steps: maxSteps }
  const reading = (fields: readonly KnownField[]) =>
    readSentences(sentences, {
      circumstances: circumstancesOf({ ...options, fields }),
      budget,
      known: new Map(),
    })
  const { fields } = options
  const first = reading(fields)
  const clauses = first.flat()
  const isAsked = clauses.some((clause) => clause.kind === 'question' && clause.question.wants === 'field')
  const known = new Set(fields.map(({ name }) => name))
  const marked = isAsked ? [...new Set(clauses.flatMap(namesIn))].filter((name) => !known.has(name)) : []
  return marked.length === 0 ? first : reading([...fields, ...marked.map((name) => ({ name }))])
}

/** In what circumstances the parts of a text are read. */
export function circumstancesOf({
  fields,
  isSoftware,
  unitName,
  asOf,
  timeZone,
}: PolicyOptions): Circumstances {
  return {
    fields,
    fieldsFrom: 'request',
    isSuggestion: true,
    isSoftware,
    ...(unitName !== undefined && { unitName }),
    ...(asOf !== undefined && { asOf }),
    ...(timeZone !== undefined && { timeZone }),
  }
}

function namesIn(clause: Clause): readonly string[] {
  if (clause.kind !== 'condition') return []
  const { check } = clause
  if (check.checker === 'completeness') return check.required_fields
  if (check.checker === 'duplicate_rate') return check.key_fields
  if (check.checker === 'json_path') return fieldsIn(check.path)
  return 'field' in check && check.field !== undefined ? [check.field] : []
}

/** The field that a path of one step leads to. */
function fieldsIn(path: string): readonly string[] {
  const [, name] = /^\$\['([^'\\]+)'\]$/.exec(path) ?? []
  return name === undefined ? [] : [name]
}

function partsOf(source: string, sentence: Sentence, clauses: readonly Clause[]): PolicyPart[] {
  return clauses.flatMap((clause, index) => {
    const isLast = clause.end === sentence.text.length
    const end = isLast
      ? clause.kind === 'term'
        ? sentence.closedEnd
        : sentence.end
      : sentence.at(clause.end - 1) + 1
    const spans = spansWithin(source, sentence.at(clause.start), end)
    return spans.map((span, piece) => {
      const start = index === 0 && piece === 0 ? sentence.extentStart : span.start
      return partOf(clause, span, start, sentence.text.slice(clause.start, clause.end))
    })
  })
}

/** One span, or several where a text is too long for one term; they end at white space where there is any. */
function spansWithin(source: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  while (end - from > maxTermChars) {
    const to = cutBefore(source, from, from + maxTermChars)
    spans.push({ start: from, end: to, text: source.slice(from, to) })
    from = to
    while (isBlank(source.charAt(from))) from += 1
  }
  return [...spans, { start: from, end, text: source.slice(from, end) }]
}

function cutBefore(source: string, from: number, limit: number): number {
  let cut = limit
  while (cut > from && !isBlank(source.charAt(cut))) cut -= 1
  while (cut > from && isBlank(source.charAt(cut - 1))) cut -= 1
  if (cut > from) return cut
  return /[\uD800-\uDBFF]/.test(source.charAt(limit - 1)) ? limit - 1 : limit
}

function isBlank(character: string): boolean {
  return character !== '' && character.trim() === ''
}

function partOf(clause: Clause, span: Span, start: number, text: string): PolicyPart {
  const place = { span, extent: { start, end: span.end } }
  switch (clause.kind) {
    case 'condition': {
      const { check, description, required } = clause
      return { ...place, kind: 'condition', id: '', check, description, required }
    }
    case 'amount':
      return { ...place, kind: 'amount', amount: clause.amount }
    case 'ambiguity':
      return { ...place, ...questionOn(clause.inexact, text) }
    case 'question':
      return { ...place, ...openQuestion(clause.question, text) }
    case 'unsupported':
      return { ...place, kind: 'unsupported', reason: clause.reason, method: clause.method }
    case 'term':
    case 'connective':
      return { ...place, kind: clause.kind }
    default:
      return clause satisfies never
  }
}

/** The question of the reader; its answer is one of the candidates or rewrites, or sentences. */
function openQuestion(question: Question, clause: string): Ambiguity {
  const around = `${clause.slice(0, question.start)}{}${clause.slice(question.end)}`
  return {
    kind: 'ambiguity',
    id: '',
    path: question.wants === 'time' ? 'deadline' : 'conditions',
    phrase: question.text,
    question: question.question,
    wants: 'anything',
    completions: [...new Set([around, around.replace('{}', () => `${question.text} in field {}`), '{}'])],
    candidates: question.candidates,
    isDecisive: false,
    reason: question.reason,
    rewrites: proposesSomething(question) ? question.rewrites : [],
  }
}

function questionOn(
  { path, phrase, hole, question, wants, fills, candidates }: Inexact,
  clause: string,
): Ambiguity {
  const around = (range: Range): string => `${clause.slice(0, range.start)}{}${clause.slice(range.end)}`
  return {
    kind: 'ambiguity',
    id: '',
    path,
    phrase: clause.slice(phrase.start, phrase.end),
    question,
    wants,
    completions: [...new Set([around(hole), around(phrase), ...fills, '{}'])],
    ...(candidates !== undefined && {
      candidates,
      rewrites: candidates.map((words) => around(hole).replace('{}', () => words)),
    }),
    isDecisive: false,
  }
}

/** An amount that does not agree with the others, or that lacks its units, is a question and not an amount. */
function asked(part: PolicyPart, open: OpenAmount | undefined): PolicyPart {
  if (part.kind !== 'amount' || open === undefined) return part
  const { span, extent } = part
  return { span, extent, ...questionAbout(span.text, open) }
}

/** Words beside checks that no check says are asked about: a text must not come to its checks alone while they are left out. */
function askedBesideChecks(parts: readonly PolicyPart[]): readonly PolicyPart[] {
  if (!parts.some(({ kind }) => kind === 'condition' || kind === 'amount')) return parts
  return parts.map((part) => {
    if (part.kind !== 'unsupported' || !part.reason.startsWith(unreadReason)) return part
    const { span, extent, reason } = part
    return {
      span,
      extent,
      kind: 'ambiguity',
      id: '',
      path: 'terms',
      phrase: span.text,
      question: `What does ${JSON.stringify(span.text)} require? N${reason.slice(1)}. The word "term" keeps the words as a term that no check decides.`,
      wants: 'anything',
      completions: ['{}'],
      isDecisive: false,
    }
  })
}

/** A second number of rows or time of delivery that differs from the first cannot hold beside it. */
function withoutContradictions(parts: readonly PolicyPart[]): PolicyPart[] {
  const firsts = new Map<string, { readonly said: string; readonly text: string }>()
  return parts.map((part) => {
    if (part.kind !== 'condition' || !part.required) return part
    const { check, span, extent } = part
    const isOnce =
      check.checker === 'row_count' || (check.checker === 'deadline_met' && check.field === undefined)
    if (!isOnce) return part
    const said = JSON.stringify(check)
    const first = firsts.get(check.checker)
    if (first === undefined) firsts.set(check.checker, { said, text: span.text })
    if (first === undefined || first.said === said) return part
    return {
      span,
      extent,
      kind: 'ambiguity',
      id: '',
      path: check.checker === 'row_count' ? 'conditions' : 'deadline',
      phrase: span.text,
      question: `Another part says ${JSON.stringify(first.text)}. Which of them holds? Answer with that one and accept no suggestion that says another.`,
      wants: check.checker,
      completions: ['{}', 'exactly {} rows', 'delivered by {}'],
      isDecisive: false,
    }
  })
}

function questionAbout(phrase: string, open: OpenAmount): Ambiguity {
  const common = { kind: 'ambiguity', id: '', phrase, wants: 'amount' } as const
  if (open.why === 'contradicts') {
    return {
      ...common,
      path: 'value',
      question: `Another part says ${open.other}. Which amount holds?`,
      completions: ['{}', 'the total is {}'],
      isDecisive: true,
    }
  }
  const price = `$${centsText(open.unitCents)}`
  return {
    ...common,
    path: 'unitization',
    question: `How many units are paid for at ${price} each?`,
    completions: [`{} units at ${price} each`, '{}'],
    isDecisive: false,
  }
}

/** Parts of the same words have the same extent: a clause may state two checks. */
function withExtents(parts: readonly PolicyPart[], source: string): PolicyPart[] {
  const placed: PolicyPart[] = []
  for (const [index, part] of parts.entries()) {
    const previous = placed.at(-1)
    const isSame = previous?.span.start === part.span.start && previous.span.end === part.span.end
    const next = parts.slice(index + 1).find(({ span }) => span.start !== part.span.start)
    const extent = { start: part.extent.start, end: next?.extent.start ?? source.length }
    placed.push({ ...part, extent: isSame ? previous.extent : extent })
  }
  return placed
}

function numbered(parts: readonly PolicyPart[]): PolicyPart[] {
  const counts = { condition: 0, ambiguity: 0 }
  return parts.map((part) => {
    if (part.kind === 'condition') return { ...part, id: `sug_${(counts.condition += 1)}` }
    if (part.kind === 'ambiguity') return { ...part, id: `amb_${(counts.ambiguity += 1)}` }
    return part
  })
}
