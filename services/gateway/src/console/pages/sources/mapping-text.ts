import type { SourceRequest } from '@outturn/contracts'

type Mapping = SourceRequest['mapping']
export type MappingMember = keyof Mapping

/** Members of a mapping, in the order in which a form has them. */
export const mappingMembers = [
  'subject',
  'predicate',
  'value',
  'occurred_at',
  'spool',
  'items',
  'quantity',
  'amount_cents',
  'currency',
] as const satisfies readonly MappingMember[]

/** The members that a form fills in, as texts: a pointer, or `=` and a constant. Empty ones are left out. */
export function mappingOf(texts: Readonly<Record<MappingMember, string>>): Partial<Mapping> {
  return Object.fromEntries(
    mappingMembers.flatMap((member) => {
      const text = texts[member].trim()
      return text === '' ? [] : [[member, text.startsWith('=') ? { const: constantOf(text.slice(1)) } : text]]
    }),
  )
}

/** A whole number and true or false are what they look like; all else is a text, as one in quotes is. */
function constantOf(text: string): boolean | number | string {
  const constant = text.trim()
  if (constant === 'true' || constant === 'false') return constant === 'true'
  if (/^-?(?:0|[1-9]\d{0,14})$/.test(constant)) return Number(constant)
  return /^"[^"\\]*"$/.test(constant) ? constant.slice(1, -1) : constant
}

const sampleValues: Readonly<Record<MappingMember, unknown>> = {
  subject: 'T-1',
  predicate: 'resolved',
  value: 5,
  occurred_at: null,
  spool: null,
  items: null,
  quantity: 1,
  amount_cents: 1_250,
  currency: 'USD',
}

/** A payload in which a mapping finds every member, as JSON. */
export function samplePayload(mapping: Mapping, { spoolId, now }: { spoolId: string; now: Date }): string {
  const values = { ...sampleValues, occurred_at: now.toISOString(), spool: spoolId }
  const element: JsonObject = {}
  const document: JsonObject = {}
  const { items, ...members } = mapping
  const list = typeof items === 'string' ? items : null
  for (const [member, mapped] of Object.entries(members)) {
    if (typeof mapped !== 'string') continue
    const isOfDocument = list !== null && mapped.startsWith('//')
    const pointer = isOfDocument ? mapped.slice(1) : mapped
    put(isOfDocument || list === null ? document : element, pointer, values[member as MappingMember])
  }
  if (list === '') return JSON.stringify([element])
  if (list !== null) put(document, list, [element])
  return JSON.stringify(document)
}

type JsonObject = { [name: string]: unknown }

function put(document: JsonObject, pointer: string, value: unknown): void {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.pop()
  if (last === undefined) return
  let inner = document
  for (const step of steps) {
    const next = Object.hasOwn(inner, step) ? inner[step] : undefined
    const object: JsonObject = isObject(next) ? next : {}
    set(inner, step, object)
    inner = object
  }
  set(inner, last, value)
}

/** Sets an own member, also one named `__proto__`. */
function set(object: JsonObject, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
