import { derivedId } from '@outturn/service'

/**
 * The id of a condition by its Spool, the version of the agreement that added it and its place among those added. What is
 * tried and what is done then have the same ids, and so the same digests.
 */
export function conditionId(spoolId: string, agreementVersion: number, index: number): string {
  return derivedId('condition', `${spoolId}:${agreementVersion}:${index}`)
}
