import {
  type CommandInput,
  type ErasurePage,
  type ErasingService,
  erasingServices,
  type planErasure,
  spoolsAtOnce,
} from '@outturn/contracts'

/** What an erasure would change everywhere, and what blocks it. */
export type ErasurePlan = {
  readonly changes: readonly {
    readonly service: ErasingService
    readonly table: string
    readonly rows: number
  }[]
  readonly blockers: ErasurePage['blockers']
}

type Ask = (
  service: ErasingService,
  page: CommandInput<ReturnType<typeof planErasure>>,
) => Promise<ErasurePage>

/** Asks every service, page by page; verification too by the Spools to which the account supplied something. */
export async function planEverywhere(ask: Ask, accountId: string): Promise<ErasurePlan> {
  const counts = new Map<string, ErasurePlan['changes'][number]>()
  const blockers: ErasurePage['blockers'] = []
  async function add(service: ErasingService, page: { after: string | null; spoolIds?: string[] }) {
    const answer = await ask(service, { accountId, ...page })
    for (const { table, rows } of answer.tables) {
      const key = `${service}.${table}`
      counts.set(key, { service, table, rows: rows + (counts.get(key)?.rows ?? 0) })
    }
    blockers.push(...answer.blockers)
    return answer
  }
  for (const service of erasingServices) {
    for (let after: string | null | undefined; after !== null; ) {
      const { next, spoolIds = [] }: ErasurePage = await add(service, { after: after ?? null })
      for (let from = 0; from < spoolIds.length; from += spoolsAtOnce) {
        await add('verification', { after: null, spoolIds: spoolIds.slice(from, from + spoolsAtOnce) })
      }
      after = next
    }
  }
  return { changes: [...counts.values()], blockers }
}
