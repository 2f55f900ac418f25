import type { Sha256 } from '@outturn/canonical'
import type { UnitLeaf } from '@outturn/receipt-verifier'
import { unitIdentityId, unitSalt } from '@outturn/receipt-verifier/issuing'
import { hmacWith } from './hmac-sha256.ts'

/** What a unit's leaf carries that no one can work out from the evidence alone. */
export interface UnitSecrets {
  /** The salt of the unit's leaf; 1 for the first unit. */
  saltOf(unit: number): string
  /** The pseudonym of the identity value that names the unit. */
  identityIdOf(value: string, unit: number): string
}

/** The secrets as a service makes them, from the 32 private bytes of a Spool. */
export function unitSecretsOfSpool(spoolSalt: Uint8Array, sha256: Sha256): UnitSecrets {
  const hmacSha256 = hmacWith(sha256)
  return {
    saltOf: (unit) => unitSalt(spoolSalt, unit, hmacSha256),
    identityIdOf: (value) => unitIdentityId(spoolSalt, value, hmacSha256),
  }
}

/**
 * The secrets as a replay finds them, in the unit leaves of a receipt. Where a leaf has none, or gives two values one
 * pseudonym, the answer is an empty text, which no leaf of a service has: the replayed leaf then differs.
 */
export function unitSecretsOfLeaves(leaves: readonly UnitLeaf[]): UnitSecrets {
  const leafOf = new Map(leaves.map((leaf) => [leaf.unit, leaf]))
  const valueOf = new Map<string, string>()
  return {
    saltOf: (unit) => leafOf.get(unit)?.salt ?? '',
    identityIdOf(value, unit) {
      const id = leafOf.get(unit)?.identity?.id
      if (id === undefined) return ''
      const known = valueOf.get(id)
      if (known === undefined) valueOf.set(id, value)
      return known === undefined || known === value ? id : ''
    },
  }
}
