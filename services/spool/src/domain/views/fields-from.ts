import type { OneCallResponse } from '@outturn/contracts'
import type { Agreement } from '../model/spool.ts'

/** Whose names of fields the plain text of a one-call verification was read by; nothing where it had none. */
export function fieldsFromOf({
  fieldsFrom,
}: Pick<Agreement, 'fieldsFrom'>): Pick<OneCallResponse, 'fields_from'> {
  return fieldsFrom === undefined ? {} : { fields_from: fieldsFrom }
}
