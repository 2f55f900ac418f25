import type { AssistedMethod } from '@outturn/vocabulary'
import { compileCondition } from '../grammar/compile-condition.ts'
import { noFields } from '../grammar/named-fields.ts'
import { rowNoun } from '@outturn/checkers'
import { fileFormats } from '../inexact/time-words.ts'
import { leadAt } from './leads.ts'
import { contentWords } from './topics.ts'

/** Why no checker decides a clause, and what could. */
export interface Unsupported {
  readonly reason: string
  readonly method: AssistedMethod
}

interface UnsupportedForm extends Unsupported {
  readonly words: RegExp
}

const buyer = '(?:(?:the |our |my )?(?:buyer|client|customer)|i|we)'

const forms: readonly UnsupportedForm[] = [
  {
    words: new RegExp(
      `\\b${buyer} (?:must |will |has to |have to )?(?:approves?|confirms?|signs? off|is happy|are happy|likes?)\\b|\\b(?:approved|confirmed|signed off) by (?:the )?(?:buyer|client|customer|me|us)\\b`,
      'i',
    ),
    reason: "a person's word decides it, not a checker",
    method: 'human_confirmed',
  },
  {
    words:
      /\b(?:certified|inspected|audited|tested|appraised|graded|verified|assessed|accredited|validated) by\b|\bpass(?:es)? (?:the |an? |all )?(?:[\w-]+ ){0,2}(?:inspection|audit|qa|lab|tests?|review|certification|scan)\b/i,
    reason: 'somebody outside the agreement decides it, not a checker',
    method: 'external_tool',
  },
  {
    words:
      /\b(?:looks?|feels?|sounds?) (?!for\b|up\b|at\b|into\b|after\b|forward\b)[a-z]|\b(?:professional(?:ly)?|beautiful(?:ly)?|attractive|high[- ]quality|(?:good|great|top|best|excellent|poor) quality|elegant|stylish|modern[- ]looking|user[- ]friendly|intuitive|easy to (?:read|use|understand|follow)|engaging|compelling|well[- ](?:written|designed|made|structured|researched)|polished|creative|tasteful|satisfactory|satisf(?:y|ies|ied|action)|to (?:my|our) (?:liking|taste)|excellent|acceptable|appropriate|suitable|relevant|accurate(?:ly)?|thorough(?:ly)?|persuasive|on[- ]brand|readable|natural[- ]sounding|fluent(?:ly)?)\b/i,
    reason: 'no deterministic checker: it is a matter of judgment',
    method: 'human_confirmed',
  },
  {
    words: contentWords,
    reason: 'no deterministic checker: it is about what a text says, not about its exact words',
    method: 'ai_assisted',
  },
  {
    words: new RegExp(
      `\\b(?:in|as|an?|the) (?:an? )?(?:${fileFormats})(?: (?:format|file))?\\b|\\b(?:${fileFormats}) (?:format|file)\\b`,
      'i',
    ),
    reason: 'no deterministic checker: it is about the format of a file',
    method: 'external_tool',
  },
  {
    words: new RegExp(
      `\\b(?:every|each|all|no|any|both) (?:of the |the )?(?:${rowNoun}|e-?mails?|urls?|links?|fields?|columns?|values?)\\b|\\b(?:valid|well-formed|working|correct) (?:e-?mails?|phones?|address(?:es)?|urls?|links?)|\\b(?:duplicates?|unique)\\b|^\\$[.[]|^https?://|\\bsha-?(?:256|384|512)\\b|\\bfield \\w+ (?:is|has|must)\\b`,
      'i',
    ),
    reason: '',
    method: 'external_tool',
  },
]

/** A check that holds only under a condition is another check than the one it names. */
const qualified =
  /\b(?:except|unless|provided|excluding|other than|apart from|save for|as long as|if|when|but)\b/i

/**
 * Why no checker decides a clause that asks for something of the work; null when it asks for nothing that could be
 * judged. A party that acts by software has no person at hand who looks, so that an outside judge is suggested in place of a person.
 */
export function findUnsupported(clause: string, isSoftware: boolean): Unsupported | null {
  const form = forms.find(({ words }) => words.test(clause))
  if (form === undefined) return null
  const method = form.method === 'human_confirmed' && isSoftware ? 'external_tool' : form.method
  return { reason: form.reason === '' ? inexpressible(clause) : form.reason, method }
}

function inexpressible(clause: string): string {
  if (qualified.test(clause)) return 'no deterministic checker: it holds only under a condition'
  const { end } = leadAt(clause, 0)
  const compiled = compileCondition(clause.slice(end), { fields: noFields, isSuggestion: true })
  return compiled.ok
    ? 'no deterministic checker for the sentence as a whole'
    : `no deterministic checker: ${compiled.reason}; ${compiled.suggestion}`
}
