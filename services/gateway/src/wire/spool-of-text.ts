import type { ConditionInput } from '@outturn/agreement'
import {
  type CompiledPolicy,
  type CompileSandboxRequest,
  type CreateSpoolRequest,
  Refusal,
} from '@outturn/contracts'

/** What a demo Spool is worth whose text names no amount: no money moves in the sandbox. */
const demoAmountCents = 100
/** Longest text of one term, and of a title. */
const longestTerm = 10_000
const longestTitle = 120

export type SpoolOfText = {
  readonly request: CreateSpoolRequest
  /** Words that no checker decides and no condition of the request settles. */
  readonly unsupported: CompiledPolicy['unsupported']
}

/** The demo Spool that a text states: its conditions and amounts, with the whole text as its terms. */
export function spoolOfText(
  { suggested_conditions: suggested, unsupported, unitization, value }: CompiledPolicy,
  { source, conditions = [], declared_actor_type: kind = 'human' }: CompileSandboxRequest,
): SpoolOfText {
  const units = unitization ?? undefined
  const amountCents =
    units === undefined
      ? (value?.amount_cents ?? demoAmountCents)
      : units.total_units * units.unit_amount_cents
  const request: CreateSpoolRequest = {
    parties: [
      { role: 'buyer', kind, display_name: 'Sandbox buyer' },
      { role: 'seller', kind: 'agent', display_name: 'Sandbox seller' },
    ],
    // The parties settle outside the service, so that verification completes the Spool.
    value: { amount_cents: amountCents, currency: 'USD', rail_preference: 'external' },
    deliverable: {
      type: 'work',
      title: titleOf(source),
      description: 'The work that the terms describe.',
      attributes: {},
    },
    terms: termsOf(source),
    // Those of the request first, so that a refusal names them by their place in it.
    conditions: [...conditions, ...suggested.map(({ condition }) => condition)],
    ...(units !== undefined && { unitization: units }),
  }
  return { request, unsupported: unsupported.filter(({ text }) => !isSettled(text, conditions)) }
}

/** A refusal of the command that was made of a text, with the place in the request that it is about. */
export function asOfText(error: unknown, { conditions = [] }: CompileSandboxRequest): unknown {
  if (!(error instanceof Refusal) || error.options.field === undefined) return error
  const { field } = error.options
  const place = /^conditions\[(\d+)\]/.exec(field)?.[1]
  if (place !== undefined && Number(place) < conditions.length) return error
  const isOfUnits = field.startsWith('unitization')
  const named = isOfUnits ? `economics.${field}` : 'source'
  return new Refusal(error.code, error.message, { ...error.options, field: named }, error.status)
}

function isSettled(text: string, conditions: readonly ConditionInput[]): boolean {
  return conditions.some(({ description }) => description === text)
}

function titleOf(source: string): string {
  const line = source.trim().split(/\s*\n/, 1)[0] ?? ''
  if (line === '') return 'Demo work'
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle).toWellFormed()}…`
}

/** The whole text, in as many terms as it needs; no character is cut in two. */
function termsOf(source: string): CreateSpoolRequest['terms'] {
  const terms: CreateSpoolRequest['terms'] = []
  let text = ''
  for (const character of source) {
    if (text.length + character.length > longestTerm) {
      terms.push({ text, provenance: { source: 'freeform' } })
      text = ''
    }
    text += character
  }
  return [...terms, { text, provenance: { source: 'freeform' } }]
}
