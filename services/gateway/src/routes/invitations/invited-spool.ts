import { readJson } from '@outturn/canonical'
import { readInvitedSlot, readSpool, Refusal, SharedSpool } from '@outturn/contracts'
import type { FoundGrant } from '../../auth/key-grants.ts'
import type { GatewayInstance } from '../../deps.ts'
import type { Call } from '../../http/route.ts'
import type { Ended } from '../../pages/invitation/invitation-page.ts'
import { asPublic } from '../bus-call.ts'
import { findAnywhere } from '../find-anywhere.ts'

type InvitedSpool = {
  readonly token: string
  readonly spool: SharedSpool
  readonly spoolId: string
  readonly expiresAt: Date
  readonly instance: GatewayInstance
}

/** What the token of the address invites to, or why it does not; only who holds the token is told. Nothing changes. */
export async function invitedSpool(
  call: Call,
): Promise<InvitedSpool | { readonly ended: Ended; readonly spoolId: string | null }> {
  const token = call.params['grant_token'] ?? ''
  const found = await findAnywhere(call, async (instance) => {
    const grant = await instance.grants.look(token, call.now)
    return grant === null ? null : { instance, grant }
  })
  if (found === null) return { ended: 'absent', spoolId: null }
  const { instance, grant } = found
  const ended = endOf(grant, instance)
  if (ended !== null || grant.invited === null) {
    return { ended: ended ?? 'owner', spoolId: grant.invited?.spoolId ?? null }
  }
  const { spoolId } = grant.invited
  try {
    const { shareId, slot } = await instance.bus.request(readInvitedSlot, grant.invited, asPublic(call))
    if (slot !== 'free') return { ended: slot, spoolId }
    const spool = await sharedSpoolOf(call, instance, shareId)
    return { token, spool, spoolId, instance, expiresAt: grant.expiresAt }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'spool_not_found') return { ended: 'closed', spoolId }
    throw error
  }
}

function endOf({ state, invited }: FoundGrant, { environment }: GatewayInstance): Ended | null {
  if (environment === 'demo') return 'sandbox'
  if (invited === null) return 'owner'
  return state === 'open' ? null : state
}

/** A Spool as its share link shows it. */
export async function sharedSpoolOf(
  call: Call,
  { bus }: GatewayInstance,
  shareId: string,
): Promise<SharedSpool> {
  const { bytes } = await bus.requestBytes(readSpool, { id: shareId }, asPublic(call))
  return SharedSpool.parse(readJson(Buffer.from(bytes).toString()))
}
