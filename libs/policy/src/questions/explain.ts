import { findPlaceholder } from '../placeholders/placeholder.ts'
import type { Question, TextOutcome } from '../outcome.ts'
import { askAlternatives } from './meanings/alternatives.ts'
import { askBareWords, askBrackets } from './kinds/bare-words.ts'
import { askBareList } from './values/bare-list.ts'
import { askCompared } from './kinds/compared.ts'
import { askCountedNoun } from './kinds/counted-noun.ts'
import { askFileDigest } from './meanings/file-digest.ts'
import { headingKind, isConnective } from '../sentences/connectives.ts'
import { askBareValue, askImpossible } from './excluded.ts'
import { type Asker, type Inquiry, wholeOf } from './inquiry.ts'
import { askJudgedCount, judgedParts } from './judged-parts.ts'
import { askDuplicateKey } from './meanings/duplicate-key.ts'
import { askInexactNumber } from './kinds/inexact-numbers.ts'
import { askMisspelt } from './kinds/misspelt.ts'
import { askNoun } from './kinds/nouns.ts'
import { askOpenPlaces } from './kinds/open-places.ts'
import { askOtherLanguage } from './kinds/other-language.ts'
import { askTime } from './kinds/time-open.ts'
import { askLinksInField, askLinkTo, askPhrase, askWordInField } from './meanings/phrases.ts'
import { askQualified } from './kinds/qualified.ts'
import { askEveryField } from './meanings/every-field.ts'
import { askEitherField } from './meanings/either-field.ts'
import { askUnlessEmpty } from './meanings/unless-empty.ts'
import { askValidThing } from './meanings/valid-thing.ts'
import { askRetraction } from './meanings/retraction.ts'
import { askReachable } from './meanings/reachable.ts'
import { askRejectedRows } from './meanings/rejected-rows.ts'
import { askDifference, askSeveralFields } from './kinds/several-fields.ts'
import { askRelativeTime } from './kinds/relative-time.ts'
import { askRowNoun } from './kinds/row-noun.ts'
import { askSamplePattern } from './values/sample-pattern.ts'
import { askSeveralReadings } from './kinds/several-readings.ts'
import { askStateOfField } from './meanings/state-of-field.ts'
import { askDomainOfEmails } from './values/domain-of-emails.ts'
import { askYesOrNo } from './values/yes-or-no.ts'
import { askParts } from './unread-part.ts'
import { askUnrecognised, isSentence, noCheckFor, triesACheck } from './unrecognised.ts'

/** Kinds that are certain of what they ask about, before anything is said to be a matter of judgment. */
const certain: readonly Asker[] = [
  askPlaceholder,
  askWhatIsAsked,
  askOtherLanguage,
  askSeveralReadings,
  askImpossible,
  askRejectedRows,
  askRetraction,
  askMisspelt,
  askEitherField,
  askUnlessEmpty,
  askRelativeTime,
  askYesOrNo,
]
/** Kinds that write a sentence of their own, which would leave out words that narrow the text. */
const ofUnnarrowed: readonly Asker[] = [
  askDuplicateKey,
  askEveryField,
  askDifference,
  askStateOfField,
  askReachable,
  askLinksInField,
  askLinkTo,
  askDomainOfEmails,
  askWordInField,
  askTime,
]
/** Kinds that try what could be meant. */
const likely: readonly Asker[] = [
  askBareValue,
  askBareList,
  askSamplePattern,
  askSeveralFields,
  askCountedNoun,
  askInexactNumber,
  askOpenPlaces,
  askRowNoun,
  askCompared,
  askFileDigest,
  askAlternatives,
  askValidThing,
  askBrackets,
  askBareWords,
  askNoun,
  askPhrase,
]

/** Says why a text did not compile: a question, at most three, or what no checker decides. */
export function explain(inquiry: Inquiry): TextOutcome {
  if (asksForNothing(inquiry.text)) return { checks: [], questions: [], undecided: [] }
  const first = firstOf(certain, inquiry)
  if (first !== null) return asking(first)
  const qualified = askQualified(inquiry)
  const own = qualified === null ? firstOf(ofUnnarrowed, inquiry) : null
  if (own !== null) return asking(own)
  const counted = askJudgedCount(inquiry)
  if (counted !== null) return asking(counted)
  const judged = judgedParts(inquiry)
  const isOnlyJudged =
    judged !== null &&
    (qualified === null ||
      (qualified.reason === 'qualified' && qualified.rewrites.length === 0 && judged.checks.length === 0))
  if (isOnlyJudged) return { checks: judged.checks, questions: [], undecided: judged.undecided }
  if (qualified !== null) return asking(qualified)
  const next = firstOf(likely, inquiry)
  if (next !== null) return asking(next)
  const parts = askParts(inquiry)
  if (parts.length > 0) return { checks: [], questions: parts, undecided: [] }
  return triesACheck(inquiry) || !isSentence(inquiry)
    ? asking(askUnrecognised(inquiry))
    : { checks: [], questions: [], undecided: [noCheckFor(inquiry)] }
}

/** Greetings, thanks and headings. */
function asksForNothing(text: string): boolean {
  const words = text.replace(/^[\s#*•–-]+|[\s.,:;!]+$/g, '')
  return isConnective(words) || headingKind(words) === 'required'
}

function firstOf(askers: readonly Asker[], inquiry: Inquiry): Question | null {
  for (const ask of askers) {
    const question = ask(inquiry)
    if (question !== null) return question
  }
  return null
}

function asking(question: Question): TextOutcome {
  return { checks: [], questions: [question], undecided: [] }
}

function askPlaceholder({ text, compile }: Inquiry): Question | null {
  const found = findPlaceholder(text)
  if (found === null) return null
  const quoted = `${text.slice(0, found.start)}${JSON.stringify(found.text)}${text.slice(found.end)}`
  const isPhrase = /^[[{<]/.test(found.text) && compile(quoted) !== null
  return {
    text: found.text,
    start: found.start,
    end: found.end,
    reason: 'placeholder',
    question: `${found.text} is still to be filled in. Which exact value stands in its place?`,
    wants: 'sentence',
    candidates: isPhrase ? [JSON.stringify(found.text)] : [],
    rewrites: [...(isPhrase ? [quoted] : []), `${text.slice(0, found.start)}{}${text.slice(found.end)}`],
  }
}

/** A sentence with a question mark asks for nothing of the work. */
function askWhatIsAsked(inquiry: Inquiry): Question | null {
  const last = inquiry.tokens.at(-1)
  if (last?.kind !== 'mark' || !/^[?？]$/.test(last.text)) return null
  const whole = wholeOf(inquiry)
  const statement = inquiry.text.replace(/[?？\s]+$/, '')
  const isCheck = inquiry.compile(statement) !== null
  return {
    ...whole,
    reason: 'qualified',
    question: 'A question requires nothing. Is it meant as a requirement?',
    wants: 'sentence',
    candidates: isCheck ? [statement] : [],
    rewrites: isCheck ? [statement] : [],
  }
}
