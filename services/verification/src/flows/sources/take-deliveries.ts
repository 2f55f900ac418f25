import { Refusal } from '@outturn/contracts'
import { coalesced, onPool, type Pool } from '@outturn/postgres'
import { type Database, inside, inTransaction } from '@outturn/postgres/typed'
import type { Clock, Ids } from '@outturn/service'
import { SpoolId } from '@outturn/agreement'
import type { SpoolSides } from '../../adapters/spool-sides.ts'
import { createFactIntake, reportsOf } from '../../domain/facts/fact-intake.ts'
import type { ReportedVersion } from '../../domain/facts/fact-versions.ts'
import type { FactTarget } from '../../domain/facts/fact-target.ts'
import type { MappedPayload } from '../../domain/payloads/map-payload.ts'
import type { Source } from '../../domain/sources/source.ts'
import {
  type DeliveryOutcome,
  type KnownDelivery,
  noSuchSignature,
  type SignedDelivery,
  takeDelivery,
} from '../../domain/sources/take-delivery.ts'
import { findVersions, lockFactCounts, recordIntake } from '../../store/facts/intake-store.ts'
import {
  deliveryKey,
  findDeliveries,
  lockSources,
  recordDeliveries,
  recordProgress,
  type StoredDelivery,
} from '../../store/sources/delivery-store.ts'
import { findSigners, type SourceWithKeys } from '../../store/sources/source-keys-store.ts'
import type { Tables } from '../../store/tables.ts'

export type IntakeDeps = {
  readonly clock: Clock
  readonly ids: Ids
  /** Connections that deliveries alone use. */
  readonly pool: Pool
  readonly db: Database<Tables>
  readonly sides: Pick<SpoolSides, 'targets'>
}

/** Reads the sources of deliveries with their keys; those that arrive together in one statement. */
export function createSignerReader({ pool, clock }: Pick<IntakeDeps, 'clock' | 'pool'>) {
  return coalesced(async (sourceIds: readonly string[]): Promise<(SourceWithKeys | null)[]> => {
    const found = await findSigners(onPool(pool), [...new Set(sourceIds)], clock.now())
    return sourceIds.map((id) => found.get(id) ?? null)
  })
}

export type TakeDelivery = (delivery: SignedDelivery) => Promise<DeliveryOutcome['answer']>

/**
 * What an element weighs in a transaction: deliveries that go together have fewer than 1,000 elements then, so no more Spools than may be
 * asked for at once, and a sender of long lists does not hold up those of short ones.
 */
const elementWeight = 1_100

/**
 * Takes deliveries, those that arrive together in one transaction: each is decided for its source as it is then, so that one that is
 * revoked takes none, and of several sent at once under one id the first is stored. Answers when they are committed.
 */
export function createDeliveryTaker(deps: IntakeDeps): TakeDelivery {
  return coalesced(
    async (deliveries: readonly SignedDelivery[]) => {
      const targets = await targetsOf(
        deps,
        deliveries.flatMap(({ payload }) => mappedOf(payload)),
      )
      return inTransaction(deps.db, (tx) => takeTogether(deps, inside(tx), deliveries, targets))
    },
    { weightOf: ({ payload }) => elementWeight * (mappedOf(payload)[0]?.mapped.length ?? 0) },
  )
}

/** The Spools that payloads name, as the spool service knows them now. */
export async function targetsOf(
  { sides, ids }: Pick<IntakeDeps, 'ids' | 'sides'>,
  payloads: readonly MappedPayload[],
): Promise<ReadonlyMap<string, FactTarget>> {
  const named = new Set(payloads.flatMap(({ mapped }) => mapped.map(({ spoolId }) => spoolId)))
  const spoolIds = [...named].filter((id) => SpoolId.safeParse(id).success)
  return sides.targets(spoolIds, ids.newId('request'))
}

async function takeTogether(
  { ids, clock }: Pick<IntakeDeps, 'clock' | 'ids'>,
  run: ReturnType<typeof inside>,
  deliveries: readonly SignedDelivery[],
  targets: ReadonlyMap<string, FactTarget>,
): Promise<DeliveryOutcome['answer'][]> {
  const sourceIds = [...new Set(deliveries.map(({ sourceId }) => sourceId))].toSorted()
  const sources = new Map((await lockSources(run, sourceIds)).map((source) => [source.id, source]))
  const known = await findDeliveries(run, deliveries, clock.now())
  const intake = createFactIntake(
    {
      targets,
      known: await findVersions(run, reportsOfNew(deliveries, sources, known)),
      counts: await lockFactCounts(run, ownSpools(targets, [...sources.values()])),
    },
    () => ids.newId('fact'),
  )
  const changed = new Set<string>()
  const stored: StoredDelivery[] = []
  const answers = deliveries.map((delivery) => {
    const source = sources.get(delivery.sourceId)
    if (source === undefined) return noSuchSignature()
    const key = deliveryKey(delivery)
    const outcome = takeDelivery(source, known.get(key) ?? null, delivery, intake)
    if (outcome.source !== source) changed.add(source.id)
    sources.set(source.id, outcome.source)
    if (outcome.isStored && !(outcome.answer instanceof Refusal)) {
      const { factIds, rejected } = outcome.answer
      const kept = { ...delivery, factIds, rejected }
      known.set(key, kept)
      stored.push(kept)
    }
    return outcome.answer
  })
  await recordIntake(run, intake.result())
  await recordDeliveries(run, stored)
  await recordProgress(
    run,
    Array.from(changed, (id) => sources.get(id) as Source),
  )
  return answers
}

/** The Spools that an account of these sources is a party of. */
export function ownSpools(
  targets: ReadonlyMap<string, FactTarget>,
  sources: readonly Pick<Source, 'accountId'>[],
): string[] {
  const accounts = new Set<string | null>(sources.map(({ accountId }) => accountId))
  const own = [...targets.values()].filter(
    ({ buyer, provider }) => accounts.has(buyer) || accounts.has(provider),
  )
  return own.map(({ spoolId }) => spoolId)
}

function reportsOfNew(
  deliveries: readonly SignedDelivery[],
  sources: ReadonlyMap<string, Source>,
  known: ReadonlyMap<string, KnownDelivery>,
): ReportedVersion[] {
  return deliveries.flatMap((delivery) => {
    const source = sources.get(delivery.sourceId)
    const isNew = source !== undefined && !known.has(deliveryKey(delivery))
    return isNew ? mappedOf(delivery.payload).flatMap((payload) => reportsOf(source, payload)) : []
  })
}

function mappedOf(payload: SignedDelivery['payload']): MappedPayload[] {
  return payload === null || payload instanceof Refusal ? [] : [payload]
}
