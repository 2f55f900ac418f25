import type { SettlementDeps } from '../deps.ts'
import { releaseGas } from '../domain/grants/grant-chain.ts'
import { type Revocation, windowOf } from '../domain/grants/settlement-grant.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import {
  dropRevocation,
  finishRevocation,
  postponeRelease,
  readRevokers,
  recordRevocation,
  type UnusedGrant,
} from '../store/grant-store.ts'
import { readOpenSlots } from '../store/slot-store.ts'
import type { OpenGrantChain } from './known-grants.ts'
import { sendInSlot } from './chain/send-in-slot.ts'

/** Most transactions that are paid for to give one grant back. */
const mostTries = 3
/** How long a release waits that the chain would refuse, as of another settler, ms. */
const whileRefusedMs = 3_600_000

/**
 * Takes the release of a grant under which nothing will be paid one step on: records that it is revoked, looks whether that stays until it is
 * final, or sends the call that revokes it.
 * Nothing is sent for one that has ended. May be called at any time, by any number of processes, after any end of another.
 */
export async function releaseGrant(
  deps: SettlementDeps,
  chain: WalletChain,
  { grants, place }: OpenGrantChain,
  grant: UnusedGrant,
): Promise<void> {
  const { permission, permissionHash, tries } = grant
  if (grant.revocation !== null) return keepRevocation(deps, grants, grant)
  // Asked before the chain is: what closes a slot is on the chain by then.
  const slots = await readOpenSlots(deps.pool, { address: chain.signer, chainId: place.chainId })
  const isUnderWay = slots.some(
    ({ purpose }) => purpose.for === 'release' && purpose.permissionHash === permissionHash,
  )
  if ((await grants.facts(permission, 'counted')).isRevoked) {
    return recordRevocation(deps.pool, grant, await revocationOf(deps, grants, grant))
  }
  const { at, isRevoked } = await grants.facts(permission)
  if (windowOf(permission, at) === 'ended') return untilEnd(deps, grant)
  // Before its payment is final a reorganisation may drop it, and what was spent is needed again.
  if (isRevoked || isUnderWay || !grant.mayBeReleased) return
  if (tries >= mostTries) {
    deps.log.error({ grant: permissionHash, tries }, 'a grant was not given back, and is left to its end')
    return untilEnd(deps, grant)
  }
  const call = grants.releaseCall(permission)
  const refusal = await chain.callRefusal(call, releaseGas)
  if (refusal !== null) {
    deps.log.warn({ grant: permissionHash, refusal }, 'the chain would refuse the release of a grant now')
    return postponeRelease(deps.pool, grant, new Date(deps.clock.now().getTime() + whileRefusedMs))
  }
  await sendInSlot(deps, chain, place.chainId, {
    purpose: { for: 'release', permissionHash },
    gas: releaseGas,
    sign: (terms) => chain.signCall(call, terms),
    isBarred: async () => false,
  })
}

/** A revocation that a reorganisation dropped is recorded no more. */
async function keepRevocation(
  { pool, log }: SettlementDeps,
  grants: OpenGrantChain['grants'],
  grant: UnusedGrant,
): Promise<void> {
  const { permission, permissionHash } = grant
  if ((await grants.facts(permission, 'final')).isRevoked) return finishRevocation(pool, grant)
  if ((await grants.facts(permission)).isRevoked) return
  log.warn({ grant: permissionHash }, 'a reorganisation of the chain dropped the revocation of a grant')
  await dropRevocation(pool, grant)
}

/** An end by the clock of the chain may be still to come by ours. */
function untilEnd({ pool }: SettlementDeps, grant: UnusedGrant): Promise<void> {
  return postponeRelease(pool, grant, new Date(Number(grant.permission.end) * 1_000))
}

/** Who revoked a grant, by the transactions that the chain has. */
async function revocationOf(
  { pool, clock }: SettlementDeps,
  grants: OpenGrantChain['grants'],
  grant: UnusedGrant,
): Promise<Revocation> {
  const at = clock.now()
  for (const { transaction, by } of await readRevokers(pool, grant)) {
    if (await grants.isRevokedIn(transaction, grant.permissionHash))
      return { at, by, transaction, isFinal: false }
  }
  return { at, by: 'account', transaction: null, isFinal: false }
}
