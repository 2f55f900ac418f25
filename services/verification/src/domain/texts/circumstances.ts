import type { CompilePolicyRequest, RowField } from '@outturn/contracts'
import type { Circumstances, KnownField } from '@outturn/policy'

/** What a request says beside its text. */
export type BesideText = Pick<
  CompilePolicyRequest,
  'fields' | 'unit_name' | 'as_of' | 'time_zone' | 'declared_actor_type'
>

/** The circumstances in which a request has its text read. */
export function circumstancesOf(
  { fields = [], unit_name, as_of, time_zone, declared_actor_type: actor }: BesideText,
  door: Pick<Circumstances, 'fieldsFrom' | 'isSuggestion' | 'evidence'>,
): Circumstances {
  return {
    fields: knownFields(fields),
    ...door,
    isSoftware: actor === 'agent' || actor === 'service',
    ...(unit_name !== undefined && { unitName: unit_name }),
    ...(as_of !== undefined && { asOf: as_of }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
  }
}

/** Each field once: a bare name may be repeated. */
function knownFields(fields: readonly RowField[]): readonly KnownField[] {
  const known = fields.map((field): KnownField => (typeof field === 'string' ? { name: field } : field))
  return [...new Map(known.map((field) => [field.name, field])).values()]
}
