import { StoredReply } from '@outturn/postgres'
import { afterEach, beforeEach } from 'vitest'
import { acceptedState } from '../domain/agreement/accepted-spool.fixture.ts'
import { chainHistory, emptyHistory } from '../domain/model/history.ts'
import type { Agreement, Evidence, Spool } from '../domain/model/spool.ts'
import { spoolHashes } from '../flows/hashes.ts'
import type { RunProcess } from '../store/run-process.ts'
import type { CommitOrigin, SpoolCommit } from '../store/spool-commit.ts'

export const at = '2026-01-01T00:00:00.000Z'
export const now = new Date(at)
export const bodyDigest = 'a'.repeat(64)
const hashes = spoolHashes('outturn')
let tests = 0
let isTesting = false

/** Tests of one file share its tables, so each has ids of its own. Every file that makes commits says this once. */
export function idsOfEachTest(): void {
  beforeEach(() => {
    tests += 1
    isTesting = true
  })
  afterEach(() => {
    isTesting = false
  })
}

export type Made = SpoolCommit & { before: null; opens: RunProcess }

/** The commit of a one-call verification: a new Spool with evidence and an open run. */
export function made(n: number): Made {
  const hex = hexOf(n)
  const { chained, head } = chainHistory(
    emptyHistory,
    [{ id: `evt_${hex}`, type: 'spool.created', at, actor: { party_id: null, kind: 'service' }, data: {} }],
    hashes.eventHash,
  )
  const spool: Spool = {
    id: `spl_${hex}`,
    shareId: `shr_${hex}`,
    environment: 'production',
    accountId: 'acc_000000000000000000000001',
    version: 1,
    createdAt: at,
    updatedAt: at,
    agreement: {
      mode: 'unilateral',
      parties: [],
      conditions: [],
      finality: { mode: 'open', max_runs: 20, closes_at: null },
    } as unknown as Agreement,
    state: acceptedState(head),
  }
  return {
    origin: command(n, { reply: null }),
    before: null,
    salt: new Uint8Array(32).fill(n),
    spool,
    history: chained,
    outbox: [],
    evidence: { from: 0, items: [item(n)], contents: [content(n)] },
    opens: {
      runId: `vr_${hex}`,
      spoolId: spool.id,
      accountId: spool.accountId,
      commandId: `cmd_${hex}`,
      nonce: `n_${hex}`,
      history: { seq: 2, hash: 'e'.repeat(64) },
      requestedAt: at,
      leaseUntil: new Date(now.getTime() + 15_000).toISOString(),
      attempts: 0,
      unclaimedAfter: null,
      request: { kind: 'delivery' },
    },
    at,
  }
}

export function hexOf(n: number): string {
  if (!isTesting) throw new Error('Call idsOfEachTest() at the top of the test file first.')
  return (tests * 1000 + n).toString(16).padStart(24, '0')
}
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${hexOf(n).slice(-12)}`
const item = (n: number) => ({ id: `ev_${hexOf(n)}`, conditionId: null }) as unknown as Evidence
const content = (n: number) => ({
  digest: n.toString(16).padStart(64, '0'),
  text: `{"kind":"rows","rows":[{"n":${n}}]}`,
})

export function command(n: number, { reply }: { reply: string | null }): CommitOrigin {
  return {
    kind: 'command',
    commandId: `cmd_${hexOf(n)}`,
    command: 'spool.test',
    bodyDigest,
    reply,
    isKept: false,
  }
}

export function endOf({ opens }: Made, reply = `{"answer":"${opens.runId}"}`): CommitOrigin {
  const { runId, commandId } = opens
  return { kind: 'run', runId, commandId, state: 'failed', reply: new StoredReply(reply), verifiedRun: null }
}

export const originsOf: Record<CommitOrigin['kind'], (n: number, first: Made) => CommitOrigin> = {
  command: (n) => command(n, { reply: '{}' }),
  event: (n) => ({ kind: 'event', eventId: uuidOf(n) }),
  run: (_, first) => endOf(first),
  timer: () => ({ kind: 'timer' }),
}
/** The next version of a Spool, with one new row in every table that a change writes. */
export function changed(n: number, before: Spool, origin: CommitOrigin): SpoolCommit {
  const { chained, head } = chainHistory(
    { length: before.state.historyLength, hash: before.state.historyHash },
    [
      {
        id: `evt_${hexOf(n)}`,
        type: 'spool.changed',
        at,
        actor: { party_id: null, kind: 'service' },
        data: { n },
      },
    ],
    hashes.eventHash,
  )
  return {
    origin,
    before,
    spool: {
      ...before,
      version: before.version + 1,
      state: { ...before.state, runs: n, historyLength: head.length, historyHash: head.hash },
    },
    history: chained,
    outbox: [
      {
        id: uuidOf(n),
        subject: 'production.event.spool.run-failed',
        headers: {},
        body: '{}',
        waiting_for: ['billing'],
      },
    ],
    evidence: { from: before.version, items: [item(n)], contents: [content(n)] },
    at,
  }
}
