import { unprocessable } from '@outturn/contracts'
import type { Side } from '@outturn/vocabulary'
import type { Spool } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/** The side that a request names by its word or by the id of its party. */
export function sideNamed(named: string, { agreement }: Spool): Side {
  if (named === 'provider' || named === 'buyer') return named
  const party = agreement.parties.find(({ partyId }) => partyId === named)
  if (party !== undefined) return sideOf(party.role)
  throw unprocessable('on_behalf_of', `No party of this Spool is "${named}".`, {
    remediation: 'Send "provider", "buyer", or the id of a party of this Spool.',
  })
}
