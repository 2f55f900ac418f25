import { canonicalJson, digestOf } from '@outturn/canonical'
import type { Unitization } from '@outturn/agreement'
import { centsText } from '@outturn/evaluation'
import {
  connectivesOf,
  type PolicyReading,
  policyCompilerVersion,
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

/** What a compile answers, before it has an id and a time. */
type PolicyContent = Omit<CompiledPolicy, 'policy_id' | 'status' | 'policy_digest' | 'expires_at'>

/** A text as it was read; the same request gives the same draft anywhere, until the compiler changes. */
export type PolicyDraft = {
  readonly reading: PolicyReading
  /** Units that the caller sent beside the text. */
  readonly declared: Unitization | null
  /** Fields that the caller named beside the text. */
  readonly fields: readonly string[]
  readonly content: PolicyContent
  readonly digest: string
}

/** Reads the text of a request. Refuses another currency than USD and units that contradict the text. */
export function draftPolicy(request: CompilePolicyRequest, slug: string): PolicyDraft {
  refuseOtherCurrency(request.currency)
  const declared = request.unitization ?? null
  if (declared !== null) assertUnitsWithinLimit(declared, 'unitization')
  const actor = request.declared_actor_type
  const reading = readPolicy(request.source, {
    unitization: declared,
    isSoftware: actor === 'agent' || actor === 'service',
    fields: request.fields ?? [],
  })
  if (declared !== null) refuseContradiction(reading, declared)
  refuseTooManyQuestions(reading)
  const content = contentOf(request.source, reading)
  const schema = schemaId(slug, 'policy-draft')
  return {
    reading,
    declared,
    fields: request.fields ?? [],
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

function contentOf(source: string, reading: PolicyReading): PolicyContent {
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
  }
  for (const part of parts) {
    const { text } = part.span
    const source_span = { ...part.span }
    switch (part.kind) {
      case 'condition':
        content.suggested_conditions.push({
          suggestion_id: part.id,
          condition: conditionOf(part),
          source_span,
        })
        break
      case 'amount':
        content.amounts.push({ text, source_span })
        break
      case 'ambiguity': {
        const { id, path, phrase, question, candidates = [] } = part
        content.ambiguities.push({
          ambiguity_id: id,
          path,
          text: phrase,
          question,
          candidates: [...candidates],
          source_span,
        })
        break
      }
      case 'unsupported': {
        const { reason, method } = part
        content.unsupported.push({ text, reason, suggested_method: method, source_span })
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

type PolicyCondition = PolicyContent['suggested_conditions'][number]['condition']
type ExactCheck = {
  readonly check: NonNullable<PolicyCondition['deterministic_check']>
  readonly description: string
  readonly required: boolean
}

/** A check that the grammar read, as the condition it would be. */
export function conditionOf({ check, description, required }: ExactCheck): PolicyCondition {
  return { description, required, verification_method: 'deterministic', deterministic_check: check }
}

/** An amount as the contract shows it. */
export function valueOf(cents: number | null): CompiledPolicy['value'] {
  return cents === null ? null : { amount_cents: cents, currency: 'USD' }
}
