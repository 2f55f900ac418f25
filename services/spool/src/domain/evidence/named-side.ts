import { unprocessable } from '@outturn/contracts'
import { isOneOf, partyRoles, type Side } from '@outturn/vocabulary'
import type { Spool } from '../model/spool.ts'
import { sideOf } from '../model/viewer.ts'

/** The side that a request names by its word or by the id of its party. */
export function sideNamed(named: string, { agreement }: Spool): Side {
  if (isOneOf(partyRoles, named)) return sideOf(named)
  const party = agreement.parties.find(({ partyId }) => partyId === named)
  if (party !== undefined) return sideOf(party.role)
  throw unprocessable('on_behalf_of', `No party of this Spool is "${named}".`, {
    remediation: 'Send "provider" or "seller", "buyer" or "client", or the id of a party of this Spool.',
  })
}
