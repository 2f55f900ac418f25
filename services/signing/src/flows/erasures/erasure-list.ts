import { nodeSha256 } from '@outturn/canonical/node'
import { Refusal, unavailable } from '@outturn/contracts'
import type { Clock, Ids, Log } from '@outturn/service'
import type { ErasureFiles } from '../../adapters/erasure-files.ts'
import { erasureName, type ListedErasure, UnusableErasure } from '../../domain/erasures/listed-erasure.ts'
import {
  countMissing,
  erasedAfter,
  erasuresNotNamed,
  namesNotRecorded,
  noteErasure,
  recordErasure,
  type StoredErasure,
  waitingErasures,
} from '../../store/accounts/erasure-store.ts'
import { type ApplyDeps, applyErasure, leftovers } from './apply-erasure.ts'

type ListDeps = ApplyDeps & {
  /** Null for a process without a folder outside of the database. */
  readonly files: ErasureFiles | null
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
}

/** What a restore to an earlier time brought back; null where nothing is missing. */
export type MissingErasures = {
  readonly accounts: number
  readonly contents: number
  /** What is wrong with the list itself; null where it can be read. */
  readonly problem: string | null
}

/** The list of erasures outside of the database, and what is done by it. */
export type ErasureList = {
  /** Compares the list with the database: what only the list has is to be repeated. */
  check(): Promise<void>
  /** What is missing, as it was compared last. */
  missing(): MissingErasures | null
  /** Refuses where there is no folder for the list. */
  assertListed(): void
  /** Lists the withdrawal of a content that took effect. */
  listContent(content: { readonly spoolId: string; readonly evidenceId: string }): Promise<void>
  /** Takes the erasure of an account into the database; it is listed before anything is erased. */
  begin(accountId: string, by: { readonly requestedBy: string; readonly approvedBy: string }): Promise<void>
  /** Does what is due, some at a time; returns how many there were. */
  apply(): Promise<number>
}

const erasuresAtOnce = 50
const namesAtOnce = 5_000
/** Time for one erasure in a turn, ms; what is left is done at the next one. */
const turnMs = 120_000
/** For so long a request that was under way may still write something of an account that was erased, ms. */
const lateMs = 10 * 60_000
/** The folder is read anew after this time, ms. */
const compareMs = 60_000

export function createErasureList(deps: ListDeps): ErasureList {
  const { files, pool, clock, log } = deps
  let missing: MissingErasures | null = null
  let comparedAt = 0
  const nameOf = (erasure: Pick<ListedErasure, 'kind' | 'subject'>) => erasureName(erasure, nodeSha256)

  async function check(): Promise<void> {
    comparedAt = clock.now().getTime()
    const problem = files === null ? null : await takeListed(files)
    const { account: accounts, content: contents } = await countMissing(pool)
    missing = accounts + contents > 0 || problem !== null ? { accounts, contents, problem } : null
  }

  /** Takes what only the list has into the database; returns what is wrong with it. */
  async function takeListed(list: ErasureFiles): Promise<string | null> {
    try {
      const names = await list.names()
      for (let from = 0; from < names.length; from += namesAtOnce) {
        for (const name of await namesNotRecorded(pool, names.slice(from, from + namesAtOnce))) {
          const { kind, subject, at } = await list.read(name)
          await recordErasure(pool, { name, kind, subject, listedAt: new Date(at), isRepeated: true })
          log.warn({ kind, subject }, 'an erasure is missing in the database and is repeated')
        }
      }
      await listAgain(list, names)
      return null
    } catch (error) {
      if (error instanceof UnusableErasure) return error.message
      throw error
    }
  }

  /** Lists again what only the database has: with a lost file the next restore would bring it back without a word. */
  async function listAgain(list: ErasureFiles, names: readonly string[]): Promise<void> {
    for (const { kind, subject, listedAt } of await erasuresNotNamed(pool, names, namesAtOnce)) {
      try {
        await list.append({ kind, subject, at: listedAt.toISOString() })
        log.warn({ kind, subject }, 'an erasure was missing in the list and is listed again')
      } catch (error) {
        log.error({ err: error, kind, subject }, 'an erasure is missing in the list and cannot be listed')
        return
      }
    }
  }

  /** Opens an erasure again where a request that was under way wrote something after it. */
  async function reopenLate(): Promise<void> {
    const now = clock.now().getTime()
    for (const { name, subject } of await erasedAfter(pool, new Date(now - lateMs))) {
      const sent = { requestId: deps.ids.newId('request'), deadline: now + turnMs }
      const waitsFor = await leftovers(deps, subject, sent).catch(refusedAsNothing)
      if (waitsFor.length === 0) continue
      await noteErasure(pool, name, { waitsFor, appliedAt: null })
      log.warn({ subject, waitsFor }, 'an account was written to after its erasure, which goes on')
    }
  }

  async function applyOne(erasure: StoredErasure, list: ErasureFiles | null): Promise<void> {
    const { name, kind, subject, listedAt } = erasure
    await list?.append({ kind, subject, at: listedAt.toISOString() })
    const deadline = clock.now().getTime() + turnMs
    const waitsFor = await applyErasure(deps, erasure, { requestId: deps.ids.newId('request'), deadline })
    await noteErasure(pool, name, { waitsFor, appliedAt: waitsFor.length === 0 ? clock.now() : null })
    if (waitsFor.length === 0) log.info({ kind, subject }, 'erased')
  }

  return {
    check,
    missing: () => missing,
    assertListed() {
      if (files !== null) return
      throw unavailable(
        'There is no folder for the list of erasures, so a restored database would bring everything back.',
        {
          remediation: 'Set OUTTURN_LOG_FLOOR_DIR or OUTTURN_SIGNING_KEYS_DIR and start the service again.',
        },
      )
    },
    async listContent({ spoolId, evidenceId }) {
      const content = { kind: 'content', subject: `${spoolId}/${evidenceId}` } as const
      const now = clock.now()
      const done = { listedAt: now, isRepeated: false, appliedAt: now }
      await recordErasure(pool, { ...content, ...done, name: nameOf(content) })
      await files?.append({ ...content, at: now.toISOString() })
    },
    async begin(accountId, by) {
      const account = { kind: 'account', subject: accountId } as const
      const fresh = { listedAt: clock.now(), isRepeated: false }
      await recordErasure(pool, { ...account, ...fresh, ...by, name: nameOf(account) })
    },
    async apply() {
      const due = await waitingErasures(pool, erasuresAtOnce)
      for (const erasure of due) await applyOne(erasure, files)
      const isDue = clock.now().getTime() > comparedAt + compareMs
      if (isDue) await reopenLate()
      if (isDue || due.length > 0) await check()
      return due.length
    },
  }
}

/** A service that does not answer is asked at the next comparison. */
function refusedAsNothing(error: unknown): string[] {
  if (error instanceof Refusal) return []
  throw error
}
