import type { RequiredLeg } from '@outturn/contracts'
import { encode } from 'ox/AbiParameters'
import { keccak256 } from 'ox/Hash'
import type { RecordedBlock } from './reorganisations/recorded-block.ts'
import type { Settlement } from './settlement.ts'

/** One transfer of a settlement. Its nonce is known to the token contract, which takes it once. */
export type Leg = {
  readonly kind: 'seller' | 'fee'
  /** Grows only when the authorization of the attempt before can never be used any more. */
  readonly attempt: number
  readonly to: string
  readonly cents: bigint
  readonly units: bigint
  readonly nonce: string
  /** Unix time in seconds from which the token refuses it. */
  readonly validBefore: number
  /** Block after which its payment can be found. */
  readonly sinceBlock: bigint
  readonly signature: string | null
  /** `granted`: it is paid under the buyer's grant, without a signature of its own. `dead`: it was not paid and never will be. */
  readonly state: 'unsigned' | 'signed' | 'granted' | 'paid' | 'dead'
  /** The transaction that paid it, by whomever it was sent. */
  readonly transaction: string | null
  /** The block of that transaction; null where it is not paid, and of payments that were recorded without it. */
  readonly block: RecordedBlock | null
  /** How many of its payments a reorganisation of the chain dropped. */
  readonly takenBack: number
}

const kindNumbers = { seller: 0, fee: 1 } as const

/** When a leg is made: a block of the chain before any that may pay it, the time now in seconds, and for how many seconds a signature is good. */
export type LegTime = { readonly block: bigint; readonly at: number; readonly ttlSeconds: number }

/** The transfers of what is due, as first asked for: a part of nothing is no transfer. */
export function firstLegs(settlement: Settlement, time: LegTime): Leg[] {
  const { due, payee, feeRecipient } = settlement
  if (due === null) throw new Error(`nothing is due of settlement ${settlement.id}`)
  return [
    { kind: 'seller' as const, to: payee, cents: due.earnedCents },
    { kind: 'fee' as const, to: feeRecipient, cents: due.feeCents },
  ]
    .filter(({ cents }) => cents > 0n)
    .map(({ kind, to, cents }) => newLeg(settlement, { kind, attempt: 1, to, cents }, time))
    .map((leg) => (settlement.mode === 'direct_eip3009' ? leg : { ...leg, state: 'granted' }))
}

/** The same transfer under a new nonce, after the one before is dead. */
export function renewedLeg(settlement: Settlement, { kind, attempt, to, cents }: Leg, time: LegTime): Leg {
  return newLeg(settlement, { kind, attempt: attempt + 1, to, cents }, time)
}

function newLeg(
  settlement: Settlement,
  leg: Pick<Leg, 'kind' | 'attempt' | 'to' | 'cents'>,
  { block, at, ttlSeconds }: LegTime,
): Leg {
  return {
    ...leg,
    units: unitsOf(leg.cents, settlement.token.decimals),
    nonce: legNonce(settlement, leg),
    validBefore: at + ttlSeconds,
    sinceBlock: block,
    signature: null,
    state: 'unsigned',
    transaction: null,
    block: null,
    takenBack: 0,
  }
}

/** Cents in the smallest units of a dollar token with at least two decimals; exact. */
export function unitsOf(cents: bigint, decimals: number): bigint {
  if (decimals < 2) throw new RangeError('a token of dollars has at least 2 decimals')
  return cents * 10n ** BigInt(decimals - 2)
}

/** Asking twice asks for the same authorization: the nonce follows from what it pays. */
export function legNonce(
  { id, token }: Pick<Settlement, 'id' | 'token'>,
  { kind, attempt }: Pick<Leg, 'kind' | 'attempt'>,
): string {
  const types = ['string', 'uint256', 'address', 'string', 'uint8', 'uint256'].map((type) => ({ type }))
  const values = [
    'ovs:eip3009:v1',
    BigInt(token.chainId),
    token.address,
    id,
    kindNumbers[kind],
    BigInt(attempt),
  ]
  return keccak256(encode(types, values))
}

const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
]
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** A leg as the buyer is asked to sign it, complete for `eth_signTypedData_v4`. */
export function requiredLeg({ token, payer }: Pick<Settlement, 'token' | 'payer'>, leg: Leg): RequiredLeg {
  return {
    leg: leg.kind,
    nonce: leg.nonce,
    amount_cents: Number(leg.cents),
    value_units: String(leg.units),
    to: leg.to,
    valid_before: leg.validBefore,
    typed_data: {
      types: { EIP712Domain: domainFields, TransferWithAuthorization: transferFields },
      primaryType: 'TransferWithAuthorization',
      domain: {
        name: token.name,
        version: token.version,
        chainId: token.chainId,
        verifyingContract: token.address,
      },
      message: {
        from: payer,
        to: leg.to,
        value: String(leg.units),
        validAfter: '0',
        validBefore: String(leg.validBefore),
        nonce: leg.nonce,
      },
    },
  }
}
