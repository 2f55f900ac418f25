import type { GrantTerms, PermissionTypedData, SpendPermission } from '@outturn/contracts'
import { isSameAddress } from '@outturn/evm-token/address'
import { encode } from 'ox/AbiParameters'
import { encodeData, fromAbi } from 'ox/AbiFunction'
import { keccak256 } from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import { getSignPayload } from 'ox/TypedData'

/** Where permissions are kept and spent: the manager and the settler of a deployment. Addresses are in lower case. */
export type GrantPlace = { readonly chainId: number; readonly manager: string; readonly settler: string }

const fields = [
  { name: 'account', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'allowance', type: 'uint160' },
  { name: 'period', type: 'uint48' },
  { name: 'start', type: 'uint48' },
  { name: 'end', type: 'uint48' },
  { name: 'salt', type: 'uint256' },
  { name: 'extraData', type: 'bytes' },
] as const
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** A permission as its account is asked to sign it, complete for `eth_signTypedData_v4`. */
export function permissionTypedData(
  { chainId, manager }: Pick<GrantPlace, 'chainId' | 'manager'>,
  permission: SpendPermission,
): PermissionTypedData {
  return {
    types: { EIP712Domain: domainFields, SpendPermission: fields.map((field) => ({ ...field })) },
    primaryType: 'SpendPermission',
    domain: { name: 'Spend Permission Manager', version: '1', chainId, verifyingContract: manager },
    message: permission,
  }
}

/** The digest that an account signs; the manager knows the permission by it. */
export function permissionHash(
  place: Pick<GrantPlace, 'chainId' | 'manager'>,
  permission: SpendPermission,
): Hex {
  const { domain, types, primaryType, message } = permissionTypedData(place, permission)
  return getSignPayload({
    domain: { ...domain, verifyingContract: domain.verifyingContract as Hex },
    types,
    primaryType,
    message,
  })
}

/** The first field in which a permission that was sent differs from the one that is asked for, or null. */
export function differingField(sent: SpendPermission, asked: SpendPermission): keyof SpendPermission | null {
  const isSame = ({ name, type }: (typeof fields)[number]) =>
    type === 'address'
      ? isSameAddress(sent[name], asked[name])
      : sent[name].toLowerCase() === asked[name].toLowerCase()
  return fields.find((field) => !isSame(field))?.name ?? null
}

/** Until when a grant counts at most, and for how long after the expiry of its Spool, in seconds. */
export type GrantTimes = { readonly at: number; readonly ttlSeconds: number; readonly graceSeconds: number }

/** A permission may be used from a little before it was asked for: clocks of chains differ. */
const startsEarlier = 60

/** The permission for the whole of one Spool: one period is its whole life, so that nothing of it refills. */
export function offeredPermission(
  terms: Pick<GrantTerms, 'spoolId' | 'quoteDigest' | 'agreementHash' | 'expiresAt'>,
  parties: { account: string; spender: string; token: string; allowance: bigint },
  generation: number,
  { at, ttlSeconds, graceSeconds }: GrantTimes,
): SpendPermission {
  const start = at - startsEarlier
  const latest = at + ttlSeconds
  const expiry = terms.expiresAt === null ? null : Math.floor(Date.parse(terms.expiresAt) / 1_000)
  // The expiry of a Spool may be over when its work was accepted in time.
  const end = expiry === null ? latest : Math.min(latest, Math.max(expiry, at) + graceSeconds)
  return {
    account: parties.account,
    spender: parties.spender,
    token: parties.token,
    allowance: String(parties.allowance),
    period: String(end - start),
    start: String(start),
    end: String(end),
    salt: String(grantSalt(terms, generation)),
    extraData: `0x${terms.agreementHash}`,
  }
}

/** Asking twice asks for the same permission; one that was revoked or has ended is asked for under another salt. */
export function grantSalt(
  { spoolId, quoteDigest }: Pick<GrantTerms, 'spoolId' | 'quoteDigest'>,
  generation: number,
): bigint {
  const types = ['string', 'string', 'string', 'uint256'].map((type) => ({ type }))
  return BigInt(keccak256(encode(types, ['ovs:grant:v1', spoolId, quoteDigest, BigInt(generation)])))
}

const call = (name: string) =>
  fromAbi(
    [
      {
        type: 'function',
        name,
        stateMutability: 'nonpayable',
        inputs: [{ name: 'spendPermission', type: 'tuple', components: fields }],
        outputs: [],
      },
    ] as const,
    name,
  )
const calls = { approve: call('approve'), revoke: call('revoke') }

/** What the account itself sends to the manager to approve a permission, or to take it back. */
export function managerCall(
  { manager }: Pick<GrantPlace, 'manager'>,
  name: keyof typeof calls,
  permission: SpendPermission,
): { to: string; data: string } {
  return { to: manager, data: encodeData(calls[name], [permissionStruct(permission)]) }
}

/** A permission with its numbers as contracts take them. */
export function permissionStruct(permission: SpendPermission) {
  return {
    account: permission.account as Hex,
    spender: permission.spender as Hex,
    token: permission.token as Hex,
    allowance: BigInt(permission.allowance),
    period: Number(permission.period),
    start: Number(permission.start),
    end: Number(permission.end),
    salt: BigInt(permission.salt),
    extraData: permission.extraData as Hex,
  }
}
