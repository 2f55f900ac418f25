import {
  eraseAccount,
  type ErasingService,
  type ErasureBlocker,
  invalidState,
  planErasure,
  refusalToMessage,
} from '@outturn/contracts'
import {
  type AccountData,
  countRowsToErase,
  type ErasedRows,
  eraseRedriven,
  eraseReplies,
  eraseRows,
  type Pool,
} from '@outturn/postgres'
import { type Handler, on, type ServedCommand } from '../commands/handler.ts'

type Owner = { readonly accountId: string; readonly spoolIds?: readonly string[] | undefined }

/** What a service adds to the erasure of its tables. */
type OwnErasure = {
  /** What is under way for the account, so that nothing can be erased yet. */
  readonly blockers?: (accountId: string) => Promise<ErasureBlocker[]>
  /** Ids by which kept answers and failed messages are known to be of the account, read before anything is erased. */
  readonly replyIds?: (accountId: string) => Promise<readonly string[]>
  /** How many rows are changed by the rules of the service itself. */
  readonly count?: (owner: Owner) => Promise<ErasedRows[]>
  readonly erase?: (owner: Owner) => Promise<ErasedRows[]>
  /** Called once the rows are erased. */
  readonly after?: () => void
}

/** What one service does of the erasure of an account: its plan, and the erasure itself, which a repetition finishes. */
export function accountErasure(
  service: ErasingService,
  pool: Pool,
  { tables }: AccountData,
  own: OwnErasure = {},
): ServedCommand[] {
  const planCommand = planErasure(service)
  const eraseCommand = eraseAccount(service)
  const plan: Handler<typeof planCommand> = async ({ accountId, spoolIds }) => {
    const owner = { accountId, spoolIds }
    const counted = [...((await own.count?.(owner)) ?? []), ...(await countRowsToErase(pool, tables, owner))]
    return { tables: counted, blockers: await blockersOf(owner), next: null }
  }
  const erase: Handler<typeof eraseCommand> = async ({ accountId, spoolIds, isRepeated }) => {
    const owner = { accountId, spoolIds }
    const blockers = isRepeated ? [] : await blockersOf(owner)
    if (blockers.length > 0) return { tables: [], blockers, next: null }
    const ids = spoolIds ?? [accountId, ...((await own.replyIds?.(accountId)) ?? [])]
    // The answers first: what they are known by is erased with the rows.
    await eraseReplies(pool, ids, erasedReply)
    await eraseRedriven(pool, ids)
    const erased = [...((await own.erase?.(owner)) ?? []), ...(await eraseRows(pool, tables, owner))]
    own.after?.()
    return { tables: erased, blockers: [], next: null }
  }
  /** What is under way blocks the account as a whole, so it is asked about once. */
  async function blockersOf({ accountId, spoolIds }: Owner): Promise<ErasureBlocker[]> {
    return spoolIds === undefined ? ((await own.blockers?.(accountId)) ?? []) : []
  }
  return [on(planCommand, plan), on(eraseCommand, erase)]
}

/** What a repetition of a request gets whose kept answer showed what was erased. */
export const erasedReply = JSON.stringify(
  refusalToMessage(
    invalidState('The answer of this request showed personal data that was erased since.', {
      reason: 'account_erased',
      remediation: 'The request took effect and is not carried out again.',
    }),
  ),
)
