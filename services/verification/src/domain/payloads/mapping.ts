/** Where a member of a fact is found in a payload, or the value that it always has. */
export type MappedMember = string | { readonly const: string | number | boolean }

/** Where the members of facts are found in the payloads of a source. */
export type Mapping = {
  readonly subject: MappedMember
  readonly predicate: MappedMember
  readonly value: MappedMember
  readonly occurred_at?: MappedMember
  readonly quantity?: MappedMember
  readonly amount_cents?: MappedMember
  readonly currency?: MappedMember
  readonly spool?: MappedMember
  /** Pointer to the list whose elements become facts; without one the payload is one fact. */
  readonly items?: string
}

/** The members in the order in which they are tried; the first fault of an element is reported. */
export const mappedMembers = [
  'subject',
  'predicate',
  'value',
  'occurred_at',
  'quantity',
  'amount_cents',
  'currency',
  'spool',
] as const satisfies readonly (keyof Mapping)[]
export type MappedMemberName = (typeof mappedMembers)[number]
