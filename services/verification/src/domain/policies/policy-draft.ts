import { canonicalJson, digestOf } from '@outturn/canonical'
import type { Unitization } from '@outturn/agreement'
import { appliesPerUnit, describeCheck, type DeterministicCheck } from '@outturn/checkers'
import { centsText } from '@outturn/evaluation'
import {
  connectivesOf,
  isGeneric,
  type PolicyOptions,
  type PolicyReading,
  policyCompilerVersion,
  type QuestionReason,
  readPolicy,
  unitsText,
} from '@outturn/policy'
import {
  assertUnitsWithinLimit,
  type CompiledPolicy,
  type CompilePolicyRequest,
  unprocessable,
} from '@outturn/contracts'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import { assistedEntry } from '../texts/assisted-condition.ts'
import { circumstancesOf } from '../texts/circumstances.ts'
import { conditionOf } from '../texts/condition-of.ts'
import { toRewrites } from '../texts/refused-text.ts'

/** What a compile answers, before it has an id and a time. */
type PolicyContent = Omit<CompiledPolicy, 'policy_id' | 'status' | 'policy_digest' | 'expires_at'>

/** A text as it was read; the same request gives the same draft anywhere, until the compiler changes. */
export type PolicyDraft = {
  readonly reading: PolicyReading
  /** How the text was read, and how the answers to its questions are. */
  readonly options: PolicyOptions
  readonly content: PolicyContent
  readonly digest: string
}

/** Reads the text of a request. Refuses another currency than USD and units that contradict the text. */
export function draftPolicy(request: CompilePolicyRequest, slug: string): PolicyDraft {
  refuseOtherCurrency(request.currency)
  const declared = request.unitization ?? null
  if (declared !== null) assertUnitsWithinLimit(declared, 'unitization')
  const circumstances = circumstancesOf(request, { fieldsFrom: 'request', isSuggestion: true })
  const options: PolicyOptions = { ...circumstances, unitization: declared }
  const reading = readPolicy(request.source, options)
  if (declared !== null) refuseContradiction(reading, declared)
  refuseTooManyQuestions(reading)
  const content = contentOf(request, reading)
  const schema = schemaId(slug, 'policy-draft')
  return {
    reading,
    options,
    content,
    digest: `sha256:${digestOf(canonicalJson({ schema, source: request.source, ...content }))}`,
  }
}

/** The most questions that a draft asks; a text with more is not one that conditions can be read out of. */
const maxQuestions = 200

function refuseTooManyQuestions({ parts }: PolicyReading): void {
  const count = parts.filter(({ kind }) => kind === 'ambiguity').length
  if (count <= maxQuestions) return
  throw unprocessable(
    'source',
    `The text leaves ${count} questions open; a draft asks at most ${maxQuestions}.`,
    {
      remediation: 'Send only the part of the text that says what the work must meet.',
    },
  )
}

function refuseOtherCurrency(currency: string | undefined): void {
  if (currency === undefined || currency === 'USD') return
  throw unprocessable('currency', `Amounts are in USD; ${currency} is not supported.`, {
    remediation: 'Send USD, or leave currency out.',
  })
}

function refuseContradiction({ parts }: PolicyReading, declared: Unitization): void {
  const other = parts.find((part) => part.kind === 'ambiguity' && part.isDecisive)
  if (other === undefined) return
  throw unprocessable(
    'unitization',
    `The text says ${JSON.stringify(other.span.text)}, unitization says ${unitsText(declared)}.`,
    {
      remediation: `Make both come to the same amount: unitization comes to $${centsText(declared.total_units * declared.unit_amount_cents)}.`,
    },
  )
}

function contentOf({ source, fields }: CompilePolicyRequest, reading: PolicyReading): PolicyContent {
  const { parts, valueCents, unitization } = reading
  const content: PolicyContent = {
    compiler: { version: policyCompilerVersion, engine: 'rules' },
    suggested_conditions: [],
    terms: [],
    value: valueOf(valueCents),
    unitization,
    amounts: [],
    ambiguities: [],
    unsupported: [],
    connectives: connectivesOf(source, reading).map((span) => ({ ...span })),
    ...(fields !== undefined && { fields_from: 'request' }),
    ...(isUnread(reading) && { charged: false }),
  }
  for (const part of parts) {
    const { text } = part.span
    const source_span = { ...part.span }
    switch (part.kind) {
      case 'condition':
        content.suggested_conditions.push({
          suggestion_id: part.id,
          condition: conditionOf(part),
          reads_as: describeCheck(part.check),
          ...effectOf(part.check, unitization),
          source_span,
        })
        break
      case 'amount':
        content.amounts.push({ text, source_span })
        break
      case 'ambiguity': {
        const { id, path, phrase, question, candidates = [], rewrites = [] } = part
        content.ambiguities.push({
          ambiguity_id: id,
          path,
          text: phrase,
          question,
          reason: reasonOf(part),
          candidates: [...candidates],
          rewrites: toRewrites(rewrites),
          source_span,
        })
        break
      }
      case 'unsupported': {
        content.unsupported.push({ text, ...assistedEntry(text, part), source_span })
        break
      }
      case 'term':
        content.terms.push(termOf(text))
        break
      case 'connective':
        break
      default:
        part satisfies never
    }
  }
  return content
}

/** Words that are agreed on as they stand. */
export function termOf(text: string): PolicyContent['terms'][number] {
  return { text, provenance: { source: 'freeform' } }
}

type Suggested = PolicyContent['suggested_conditions'][number]

/** What a check judges, and what its author may not expect of that. */
function effectOf(
  check: DeterministicCheck,
  unitization: Unitization | null,
): Pick<Suggested, 'applies' | 'note'> {
  if (appliesPerUnit(check)) return { applies: 'unit' }
  return {
    applies: 'gate',
    ...(unitization !== null && 'min_share_bp' in check && { note: shareNote }),
  }
}

const shareNote =
  'A share is about all rows together: when it is missed, no unit is accepted. To have units judged one by one, ask it of every row.'

type Question = Extract<PolicyReading['parts'][number], { kind: 'ambiguity' }>

/** Why the words of a question are not exact. */
function reasonOf({ reason, path, candidates, isDecisive }: Question): QuestionReason {
  if (reason !== undefined) return reason
  if (candidates !== undefined) return 'field_unmarked'
  if (isDecisive) return 'several_readings'
  return path === 'deadline' ? 'time_open' : 'inexact_value'
}

/** Whether a text came to nothing: no check, no amount, nothing for a person or a tool, and no question about words that were recognized. */
function isUnread({ parts }: PolicyReading): boolean {
  return parts.every((part) => {
    switch (part.kind) {
      case 'condition':
      case 'amount':
      case 'unsupported':
        return false
      case 'ambiguity':
        return isGeneric(part)
      case 'term':
      case 'connective':
        return true
      default:
        return part satisfies never
    }
  })
}

/** An amount as the contract shows it. */
export function valueOf(cents: number | null): CompiledPolicy['value'] {
  return cents === null ? null : { amount_cents: cents, currency: 'USD' }
}
