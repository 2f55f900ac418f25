import type { Environment } from '@outturn/vocabulary'
import { nodeSha256 } from '@outturn/canonical/node'
import { onPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import type { Clock, Log } from '@outturn/service'
import { logSubject } from '@outturn/receipt-verifier/issuing'
import { BrokenTile } from '@outturn/transparency-log'
import type { LogFloorKeeper } from '../floor/log-floor-keeper.ts'
import { logOriginOf } from '../../domain/log/log-origin.ts'
import { ownLogKeys } from '../../domain/keys/published-log.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { loadKeyRing } from '../../store/key-store.ts'
import { claimLogs } from '../../store/log-identity-store.ts'
import type { Tables } from '../../store/tables.ts'
import { assertLogIntact } from './assert-log-intact.ts'
import { createNudge, type Nudge } from './nudge.ts'
import { proveReceipt } from './prove-receipt.ts'
import { sequenceLeaves } from './sequence-leaves.ts'

export type TransparencyLogDeps = {
  readonly pool: Pool
  readonly environment: Environment
  readonly publicUrl: string
  readonly slug: string
  readonly floor: LogFloorKeeper
  /** Ids of the keys whose checkpoints count, of before too. */
  readonly countedKeyIds: () => readonly string[]
  /** The key that signs checkpoints at this moment; without one leaves wait. */
  readonly signer: () => Signer | null
  readonly clock: Clock
  readonly log: Log
}

/** The log of one environment, as this process keeps it together with its other replicas. */
export type TransparencyLog = {
  /** Throws BrokenLog for a stored log that must not be built upon. */
  start(): Promise<void>
  /** Gives waiting leaves their places; the turn under way is shared. */
  sequence(): Promise<void>
  /** Asks for that soon. */
  readonly nudge: Nudge
  /** The proof that a receipt is in the log, or null until it is. */
  prove(receiptId: string): Promise<string | null>
}

/** Under load this many milliseconds of leaves share a checkpoint. */
const nudgeAfterMs = 200

export function createTransparencyLog(deps: TransparencyLogDeps): TransparencyLog {
  const { pool, signer, floor, slug, clock, log } = deps
  let isStarted = false
  let underWay: Promise<void> | undefined

  function sequence(): Promise<void> {
    if (!isStarted) throw new Error('the log was not started')
    underWay ??= sequenceLeaves({ pool, floor, signer }, clock.now()).finally(() => {
      underWay = undefined
    })
    return underWay
  }

  return {
    async start() {
      const logs = await claimLogs(onPool(pool), logOriginOf(deps.publicUrl, deps.environment))
      const ring = await loadKeyRing(createDatabase<Tables>(pool))
      await assertLogIntact(pool, ownLogKeys(ring, logs.at(-1)?.origin ?? ''))
      isStarted = true
      await floor.check()
    },
    sequence,
    nudge: createNudge(sequence, nudgeAfterMs),
    async prove(receiptId) {
      const key = signer()
      if (key === null) return null
      try {
        const receipt = { id: receiptId, subject: logSubject(slug, receiptId, nodeSha256) }
        return await proveReceipt(pool, receipt, { signing: key.keyId, earlier: deps.countedKeyIds() })
      } catch (error) {
        if (!(error instanceof BrokenTile)) throw error
        // A receipt holds without the log, so a damaged log takes the proof from it and nothing else.
        log.error({ err: error, receiptId }, 'the log could not prove a receipt')
        return null
      }
    },
  }
}
