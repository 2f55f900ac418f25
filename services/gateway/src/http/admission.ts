import { isOneOf, type KeyScope } from '@outturn/vocabulary'
import { ShareId } from '@outturn/agreement'
import { callerScope, forbidden, outOfScope, Refusal, unsupportedInSandbox } from '@outturn/contracts'
import { type Credential, readCredential } from '../auth/credential.ts'
import { type Identity, identify } from '../auth/identify.ts'
import type { TestKeys } from '../auth/test-keys.ts'
import { anyStarted, type GatewayInstance, type Instances } from '../deps.ts'
import type { RateDecision } from '../rate-limit/rate-limiter.ts'
import { secondsUntilReset } from '../rate-limit/rate-headers.ts'
import { erasuresMissing } from '../wire/lost-time.ts'
import type { Route } from './route.ts'

export type AdmissionDeps = {
  readonly instances: Instances
  readonly testKeys: TestKeys
  /** Requests a minute of a caller whose account has no quota of its own. */
  readonly quota: number
}

/** Where a request came from and what it presented. */
export type Presented = { readonly authorization: string | undefined; readonly address: string }

export type Admission = { readonly identity: Identity | null; readonly rate: RateDecision | null }

/**
 * Finds out who asks and counts the request, in that order, so that the quota of an account is spent by its own keys
 * only; a caller without a good key is counted by address. Refuses nothing: `admit` does. With `counts: false` the request is
 * not counted.
 */
export async function readAdmission(
  { authorization, address }: Presented,
  isRateLimited: boolean,
  deps: AdmissionDeps,
  options?: { counts: boolean },
): Promise<{ credential: Credential } & Admission> {
  const credential = readCredential(authorization)
  // What is not limited is open to all and asks no store, so that it answers while there is none.
  if (!isRateLimited) return { credential, identity: null, rate: null }
  const identity = await identify(credential, deps)
  const limiter = identity?.instance ?? anyStarted(deps.instances)
  const caller = identity === null ? `address|${address}` : `${identity.rateName}|${address}`
  return { credential, identity, rate: await limiter.limit(caller, identity?.quota ?? deps.quota, options) }
}

/** Throws the refusal that this caller gets from this route, if it gets one. */
export function admit(
  route: Route,
  { credential, identity, rate }: { credential: Credential } & Admission,
  params: Readonly<Record<string, string>>,
): void {
  if (rate !== null) assertWithinQuota(rate)
  const { access, operationId: operation, paidBy } = route
  switch (access.kind) {
    case 'open':
      // What is paid for belongs to the key that came along: who presents one that is not good is told so before paying.
      if (paidBy !== undefined && credential.kind !== 'none') assertGood(credential, identity)
      return
    // The page finds out who is signed in, and refuses everybody else (servePerson).
    case 'person':
      return
    case 'shared':
      // A link is enough for who presents nothing else; who presents a key that is not good is told so.
      if (credential.kind === 'none' && ShareId.safeParse(params['id']).success) return
      assertInScope({ ...access, operation, sandbox: true }, { credential, identity })
      return
    case 'session':
      if (identity?.sessionId === undefined) throw sessionExpired()
      assertInvited(access.scopes, identity.principal)
      return
    case 'key':
      assertInScope({ ...access, operation }, { credential, identity })
      return
    default:
      return access satisfies never
  }
}

/** Refuses what may show a text that was erased before the database was restored, until it is erased again. */
export function refuseErased(
  { access, path }: Route,
  lostTime: GatewayInstance['lostTime'] | undefined,
): void {
  const isOfNoOne = access.kind === 'open' && !path.includes(':')
  if (!isOfNoOne && lostTime?.lacksErasures() === true) throw erasuresMissing()
}

/** Throws `rate_limited` with the seconds to wait when the request was one too many. */
export function assertWithinQuota(rate: RateDecision): void {
  if (rate.granted) return
  throw new Refusal('rate_limited', `The quota of ${rate.quota} requests a minute is used up.`, {
    retryAfterSeconds: Math.max(1, secondsUntilReset(rate)),
  })
}

function assertInScope(
  {
    operation,
    scopes,
    sandbox,
    ignoresSessions,
  }: { operation: string; scopes: readonly KeyScope[]; sandbox: boolean; ignoresSessions?: true },
  { credential, identity }: { credential: Credential; identity: Identity | null },
): void {
  const { principal } = assertGood(credential, identity)
  if (principal.kind === 'sandbox') {
    if (sandbox) return assertInvited(scopes, principal)
    if (ignoresSessions === true) throw unauthenticated()
    throw unsupportedInSandbox(`The sandbox does not have ${operation}.`, { reason: 'production_only' })
  }
  const scope = callerScope(principal)
  if (!isOneOf(scopes, scope)) {
    throw outOfScope(`A key of scope ${scope} cannot use this operation.`, scopes)
  }
}

/** An invited session has the scope of a counterparty, any other one has every scope. */
function assertInvited(scopes: readonly KeyScope[], principal: Identity['principal']): void {
  if (principal.kind !== 'sandbox' || principal.spoolId === undefined) return
  if (scopes.includes('counterparty')) return
  throw forbidden('A session that was invited to one Spool cannot use this operation.', {
    reason: 'full_scope_required',
    remediation: 'Use the session that made the Spool, or open one of your own.',
  })
}

/**
 * Asks about a key again once the body of its request has arrived, which may take minutes: a key that has ended meanwhile, as by an erasure
 * of its account, begins nothing any more.
 */
export async function assertStillGood(
  asked: (Pick<Admission, 'identity'> & { readonly credential: Credential }) | null,
  deps: Pick<AdmissionDeps, 'instances' | 'testKeys'>,
): Promise<void> {
  if (asked === null || asked.identity === null || asked.credential.kind !== 'live') return
  // What is open to everyone was begun for a suspended account, too.
  if (asked.identity.isSuspended === true) return
  assertGood(asked.credential, await identify(asked.credential, deps))
}

/** Who a credential stands for. Refuses one that stands for no one, and one of a suspended account. */
export function assertGood(credential: Credential, identity: Identity | null): Identity {
  if (identity === null) throw notGood(credential)
  if (identity.isSuspended === true) {
    throw new Refusal('account_suspended', 'The account of this key is suspended.')
  }
  return identity
}

/** The refusal of a credential that stands for no one. */
function notGood(credential: Credential): Refusal {
  return isSandboxLike(credential) ? sessionExpired() : unauthenticated()
}

function isSandboxLike(credential: Credential): boolean {
  return credential.kind === 'sandbox' || (credential.kind === 'malformed' && credential.like === 'sandbox')
}

// Missing, malformed, unknown and revoked keys get the same words: nothing tells which of them it was.
function unauthenticated(): Refusal {
  return new Refusal('unauthenticated', 'No valid API key was presented.')
}

function sessionExpired(): Refusal {
  return new Refusal('session_expired', 'The sandbox session is missing or has expired.')
}
