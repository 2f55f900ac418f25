const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a session lasts at most, and without a request, ms. */
export const sessionMs = { longest: 30 * dayMs, idle: 7 * dayMs } as const
/** A token is replaced after this time, and is good for a while longer for requests that were under way, ms. */
export const rotationMs = { every: dayMs, grace: 30_000 } as const
/** For so long a person who has proved who they are need not prove it again, ms. */
export const proofMs = 10 * minuteMs
/** The time of the last request is written at most this often, ms. */
const seenMs = minuteMs
/** Sessions of one person; the oldest end. */
export const maxSessions = 20

export type SessionTimes = {
  readonly created_at: Date
  readonly proved_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
  readonly rotated_at: Date | null
  readonly revoked_at: Date | null
}

/** How a session began, and when its person proved last who they are. */
type Proofs = { readonly method: string; readonly signed_in_at: Date; readonly proved_at: Date }

/** `replayed`: a token that was replaced is used again, so somebody else has it. */
export type SessionState = 'active' | 'ended' | 'replayed'

export function sessionState(session: SessionTimes, now: Date): SessionState {
  if (session.revoked_at !== null || session.expires_at <= now) return 'ended'
  if (now.getTime() - session.last_seen_at.getTime() >= sessionMs.idle) return 'ended'
  const { rotated_at: rotatedAt } = session
  return rotatedAt !== null && now.getTime() - rotatedAt.getTime() > rotationMs.grace ? 'replayed' : 'active'
}

export function isDueForRotation({ created_at, rotated_at }: SessionTimes, now: Date): boolean {
  return rotated_at === null && now.getTime() - created_at.getTime() >= rotationMs.every
}

export function isDueForNote({ last_seen_at: seenAt }: SessionTimes, now: Date): boolean {
  return now.getTime() - seenAt.getTime() >= seenMs
}

/** Whether the person proved who they are so lately that a key may be made. A token that was replaced proves nothing. */
export function isProved({ proved_at: provedAt, rotated_at }: SessionTimes, now: Date): boolean {
  return rotated_at === null && now.getTime() - provedAt.getTime() < proofMs
}

/**
 * Whether the person has proved by themselves who they are, and not their organisation alone, whose word is good in its own account and
 * nowhere else.
 */
export function hasOwnProof({ method, signed_in_at: signedInAt, proved_at: provedAt }: Proofs): boolean {
  return method !== 'oidc' || provedAt > signedInAt
}
