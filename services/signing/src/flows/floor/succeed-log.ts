import { randomInt } from 'node:crypto'
import { merkleLeafHash, toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { Refusal, unavailable } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { inside, inTransaction, type Tx } from '@outturn/postgres/typed'
import { type LogSuccession, schemaId, signedSuccessionText } from '@outturn/receipt-verifier/issuing'
import { nextKeyDocument } from '../../domain/keys/key-document.ts'
import { logNumberOf, logOriginOf } from '../../domain/log/log-origin.ts'
import {
  epochAfter,
  mostEpochsSkipped,
  mostLogsSkipped,
  successionLeaf,
  successorOf,
} from '../../domain/log/succession.ts'
import type { SigningDeps } from '../../deps.ts'
import { findKeyDocument, holdKeyRing, isKeyActive, publishKeyDocument } from '../../store/key-store.ts'
import { beginSuccessor, claimLogs } from '../../store/log-identity-store.ts'
import {
  addLogEntries,
  carryLeavesOver,
  holdLog,
  type LogState,
  readLogState,
} from '../../store/log-store.ts'
import { readRecovery, recordDecision } from '../../store/recovery-store.ts'
import type { Tables } from '../../store/tables.ts'
import { keyEnded } from '../key-ring.ts'
import type { PublishedHead } from './log-floor-keeper.ts'
import type { Restored } from './restored.ts'

type Succession = {
  readonly restored: Restored
  /** The last state of the log that was given out, as far as is known. */
  readonly last: PublishedHead
  readonly decidedBy: readonly string[]
  readonly reason: string
  readonly now: Date
}

export type Succeeded = {
  readonly origin: string
  readonly ended: { readonly origin: string; readonly lastSize: number; readonly restoredTo: number }
  readonly recoveryEpoch: number
}

/**
 * Ends the log of a restored database and begins the one that follows: the signed statement is published in the key document and is the
 * first leaf of the new log. What no checkpoint of the database covers gets its place there.
 */
export async function succeedLog(
  deps: SigningDeps,
  succession: Succession,
  /** Recorded in the same transaction. */
  alongside: (tx: Tx<Tables>) => Promise<void>,
): Promise<Succeeded> {
  const { pool, keys } = deps
  const state = await readLogState(onPool(pool))
  refuseLaterLog(succession.restored, state)
  const signer = keys.signers.log
  if (signer === null)
    throw unavailable('No key of the log is active, which signs that the log ends.', {
      reason: 'signing_not_configured',
    })
  const statement = unsignedStatement(deps, state, succession, signer.keyId)
  const signed = { ...statement, signature: await signer.sign(signedSuccessionText(statement)) }
  return inTransaction(deps.db, async (tx) => {
    const ring = await holdKeyRing(tx)
    if (!(await isKeyActive(inside(tx), signer.keyId))) throw keyEnded()
    await holdLog(tx)
    await refuseChanged(tx, state)
    const recoveryEpoch = await recordEpoch(tx, succession)
    const number = state.number + 1
    await beginSuccessor(tx, { number, origin: signed.successor, succession: JSON.stringify(signed) })
    const leaf = successionLeaf(signed)
    const hash = merkleLeafHash(leaf.entry, nodeSha256)
    await addLogEntries(tx, number, [{ ...leaf, index: 0, hash }], [])
    await carryLeavesOver(tx, state.number, signed.restored_to)
    await publishLogs(tx, deps, ring, succession.now)
    await alongside(tx)
    const ended = { origin: state.origin, lastSize: signed.last_size, restoredTo: signed.restored_to }
    return { origin: signed.successor, ended, recoveryEpoch }
  })
}

function unsignedStatement(
  { slug, environment }: SigningDeps,
  state: LogState,
  { last, now }: Succession,
  keyId: string,
): Omit<LogSuccession, 'signature'> {
  return {
    schema: schemaId(slug, 'log-succession'),
    environment,
    old_origin: state.origin,
    last_size: last.size,
    last_root: toHex(last.root),
    restored_to: Math.min(state.checkpoint?.size ?? 0, last.size),
    declared_at: now.toISOString(),
    successor: successorOf(state.origin, randomInt(mostLogsSkipped)),
    signing_key_id: keyId,
  }
}

/** The statement would end a log that had ended before, in the time that was lost. */
function refuseLaterLog({ floor }: Restored, { origin }: LogState): void {
  if (floor === null || (logNumberOf(floor.origin) ?? 0) <= (logNumberOf(origin) ?? 0)) return
  throw new Refusal(
    'conflict',
    `The log ${origin} had ended already: the last one that was published is ${floor.origin}.`,
    {
      reason: 'log_ended_later',
      remediation: 'Restore a backup from after that log began, and decide again.',
    },
  )
}

async function refuseChanged(tx: Tx<Tables>, before: LogState): Promise<void> {
  const now = await readLogState(inside(tx))
  if (
    now.number === before.number &&
    now.size === before.size &&
    now.checkpoint?.size === before.checkpoint?.size
  )
    return
  throw new Refusal('invalid_state', 'The log changed meanwhile: nothing was decided.', {
    reason: 'log_changed',
    remediation: 'Look at `log show`, and make the request again if it is still wanted.',
  })
}

async function recordEpoch(
  tx: Tx<Tables>,
  { restored, decidedBy, reason, now }: Succession,
): Promise<number> {
  const { epoch: stored, lostFrom, noticedAt } = await readRecovery(inside(tx))
  const epoch = epochAfter([stored, restored.floor?.recoveryEpoch ?? 0], randomInt(mostEpochsSkipped))
  const lost = { lostFrom: lostFrom ?? now, lostTo: noticedAt ?? now }
  await recordDecision(tx, { epoch, decision: 'succeeded', ...lost, decidedBy, reason, now })
  return epoch
}

async function publishLogs(
  tx: Tx<Tables>,
  { slug, publicUrl, environment }: SigningDeps,
  ring: Awaited<ReturnType<typeof holdKeyRing>>,
  now: Date,
): Promise<void> {
  const latest = await findKeyDocument(tx)
  const logs = await claimLogs(inside(tx), logOriginOf(publicUrl, environment))
  const next = nextKeyDocument(latest, ring, { slug, issuer: publicUrl, environment, logs, now }, nodeSha256)
  if (next !== null) await publishKeyDocument(tx, next, now)
}
