import type { KeyPrincipal, Principal } from '@outturn/contracts'
import type { GatewayInstance, Instances } from '../deps.ts'
import type { Credential } from './credential.ts'
import type { TestKeys } from './test-keys.ts'

/** A caller that presented something good, and the environment it belongs to. */
export type Identity = {
  readonly instance: GatewayInstance
  readonly principal: KeyPrincipal | (Principal & { kind: 'sandbox' })
  /** What the rate limit counts this caller by, beside its address. */
  readonly rateName: string
  /** Requests a minute, or null for the deployment's quota. */
  readonly quota: number | null
  /** The label of the key; absent for a session. */
  readonly keyName?: string
  /** The account is suspended, so its key is refused. */
  readonly isSuspended?: boolean
  /** The sandbox session whose budget work is counted against. */
  readonly sessionId?: string
}

/**
 * Who a credential stands for, or null. A live key can only stand for a production account and a sandbox token only
 * for a demo one: neither is ever looked up in the other environment. Keys that are unknown, revoked or expired take the
 * same steps. Rejects when the store cannot be asked, or the environment that would know has not started.
 */
export async function identify(
  credential: Credential,
  { instances, testKeys }: { instances: Instances; testKeys: TestKeys },
): Promise<Identity | null> {
  switch (credential.kind) {
    case 'none':
    case 'malformed':
      return null
    case 'live': {
      const production = instances.of('production')
      return production === undefined ? null : byKey(production, credential.token)
    }
    case 'test': {
      const demo = instances.of('demo')
      return demo === undefined ? null : byTestKey(demo, testKeys, credential.token)
    }
    case 'sandbox': {
      const demo = instances.of('demo')
      return demo === undefined ? null : bySession(demo, credential.token)
    }
    default:
      return credential satisfies never
  }
}

async function byKey(instance: GatewayInstance, token: string): Promise<Identity | null> {
  const key = await instance.keys.find(token)
  if (key === null) return null
  instance.keys.noteUse(key.keyId)
  return {
    instance,
    principal: {
      kind: 'account',
      accountId: key.accountId,
      accountName: key.accountName,
      accountKind: key.accountKind,
      via: { kind: 'key', keyId: key.keyId, scope: key.scope },
      mayMoveMoney: key.scope === 'full',
      ...(key.spoolId !== null && { spoolId: key.spoolId }),
      ...(key.partyId !== null && { partyId: key.partyId }),
    },
    rateName: key.accountId,
    quota: key.quota,
    keyName: key.label,
    isSuspended: key.isSuspended,
  }
}

function byTestKey(instance: GatewayInstance, testKeys: TestKeys, token: string): Identity | null {
  const key = testKeys.find(token)
  if (key === null) return null
  const { label, principal } = key
  return { instance, principal, rateName: `test:${label}`, quota: null, keyName: label }
}

async function bySession(instance: GatewayInstance, token: string): Promise<Identity | null> {
  const session = await instance.sessions.find(token)
  if (session === null) return null
  return {
    instance,
    principal: {
      kind: 'sandbox',
      accountId: session.accountId,
      accountName: 'Sandbox',
      ...(session.spoolId !== null && { spoolId: session.spoolId }),
      ...(session.partyId !== null && { partyId: session.partyId }),
    },
    rateName: session.accountId,
    quota: null,
    sessionId: session.id,
  }
}
