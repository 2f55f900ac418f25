import { Refusal, type SandboxUse } from '@outturn/contracts'
import type { Pool } from '@outturn/postgres'
import { type Clock, derivedId } from '@outturn/service'
import {
  beginUse,
  type CommandUse,
  findSessions,
  forgetSessions,
  type NewSession,
  openSession,
  returnUse,
  type SessionRow,
  type UseOutcome,
} from '../store/sandbox-store.ts'
import type { Db } from '../store/tables.ts'
import { derivedBytes } from './derived-bytes.ts'
import { FreshCache } from './fresh-cache.ts'
import { keyMaxAgeMs } from './key-directory.ts'
import { mintToken } from './token.ts'
import type { TokenHash } from './token-hash.ts'

/** What a session may use, and what all sessions may use in a day. */
export type SandboxBudget = {
  readonly compiles: number
  readonly spools: number
  readonly verifies: number
  readonly dailyVerifies: number
  /** Of one client address in a day; 0 for any number. */
  readonly dailyVerifiesPerAddress: number
  readonly ttlMs: number
  /** The demo record limit: rows, and UTF-8 bytes of their JSON. */
  readonly maxRows: number
  readonly maxEvidenceBytes: number
}

const useNames = { compiles: 'compilations', spools: 'Spools', verifies: 'verifications' } as const

export type SandboxSession = {
  readonly id: string
  readonly accountId: string
  readonly expiresAt: Date
  /** The one Spool and party of a session that was invited, else null. */
  readonly spoolId: string | null
  readonly partyId: string | null
}

export type SandboxSessions = {
  readonly budget: SandboxBudget
  /** The session of a command: a new one, or the one that its first sending opened. The token is stored nowhere. */
  open(commandId: string): Promise<SandboxSession & { token: string; isReplayed: boolean }>
  /** The session behind a token, or null when there is none or it has expired. */
  find(token: string): Promise<SandboxSession | null>
  /** The session with its counters, past the cache. */
  read(token: string): Promise<SessionRow | null>
  /**
   * Counts one use by the command that it is for, does the work, and gives the use back when nothing was done: it was refused, or
   * `didNothing` says so. A command that is sent again is counted once, also where its first sending never ended. Refuses with `limit_reached`, `sandbox_resting` or `session_expired`.
   */
  count<Result extends { isReplayed: boolean }>(
    used: CommandUse & { readonly address: string },
    work: () => Promise<Result>,
    didNothing?: (result: Result) => boolean,
  ): Promise<Result>
  /** Forgets sessions that ended over a day ago. */
  sweep(now: Date): Promise<number>
}

type Deps = {
  pool: Pool
  db: Db
  hash: TokenHash
  clock: Clock
  clockMs: () => number
  budget: SandboxBudget
}

export function sandboxSessions({ pool, db, hash, clock, clockMs, budget }: Deps): SandboxSessions {
  const cache = new FreshCache((hashes) => findSessions(pool, hashes), {
    maxAgeMs: keyMaxAgeMs,
    maxEntries: 20_000,
    clockMs,
  })
  const isOver = (row: SessionRow) => row.expires_at <= clock.now()

  function assertCounted(outcome: UseOutcome, use: SandboxUse): void {
    switch (outcome) {
      case 'expired':
        throw new Refusal('session_expired', 'The sandbox session has expired.')
      case 'limit_reached':
        throw new Refusal('limit_reached', `This session has used its ${budget[use]} ${useNames[use]}.`)
      case 'resting':
        throw new Refusal('sandbox_resting', 'The sandbox has used its verifications of this day.')
      case 'client_resting':
        throw new Refusal(
          'sandbox_resting',
          `Your address has used its ${budget.dailyVerifiesPerAddress} verifications of this day.`,
          { remediation: 'Come back after midnight UTC, or use a production key.' },
        )
      case 'counted':
      case 'counted_before':
        return
      default:
        return outcome satisfies never
    }
  }

  return {
    budget,
    async open(commandId) {
      const now = clock.now()
      const token = mintToken('sandbox', derivedBytes(hash, `sandbox session of ${commandId}`))
      const { row, isNew } = await openSession(db, {
        id: derivedId('session', commandId),
        account_id: derivedId('account', `sandbox ${commandId}`),
        token_hash: hash(token),
        spool_id: null,
        party_id: null,
        created_at: now,
        expires_at: new Date(now.getTime() + budget.ttlMs),
      })
      return { ...sessionOf(row), token, isReplayed: !isNew }
    },
    async find(token) {
      const row = await cache.read(hash(token))
      if (row === null || isOver(row)) return null
      return sessionOf(row)
    },
    async read(token) {
      const [row = null] = await findSessions(pool, [hash(token)])
      return row === null || isOver(row) ? null : row
    },
    async count(used, work, didNothing = () => false) {
      const limits = {
        session: budget[used.use],
        day: budget.dailyVerifies,
        client: budget.dailyVerifiesPerAddress,
      }
      const client = hash(`client of the sandbox|${used.address}`)
      const outcome = await beginUse(db, { ...used, client }, limits, clock.now())
      assertCounted(outcome, used.use)
      const isFirst = outcome === 'counted'
      try {
        const result = await work()
        if (didNothing(result) || (isFirst && result.isReplayed)) await returnUse(db, used)
        return result
      } catch (error) {
        if (error instanceof Refusal && !mayHaveWorked(error) && (isFirst || !isOfAnother(error))) {
          await returnUse(db, used)
        }
        throw error
      }
    },
    sweep: (now) => forgetSessions(db, new Date(now.getTime() - 24 * 60 * 60 * 1000)),
  }
}

function sessionOf(row: NewSession): SandboxSession {
  return {
    id: row.id,
    accountId: row.account_id,
    expiresAt: row.expires_at,
    spoolId: row.spool_id,
    partyId: row.party_id,
  }
}

/** Without an answer, or after a defect, the work may have been done, so it stays counted. */
function mayHaveWorked({ code, options: { reason } }: Refusal): boolean {
  return code === 'internal_error' || reason === 'timeout' || reason === 'bus_unavailable'
}

/** Another sending of the command may be at work, or may have done it. */
function isOfAnother({ code }: Refusal): boolean {
  return code === 'conflict' || code === 'store_conflict'
}
