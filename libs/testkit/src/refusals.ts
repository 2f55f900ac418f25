import { Refusal } from '@outturn/contracts'

/** The refusal that `act` throws; fails when nothing is refused. */
export function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** The refusal that something under way ends with; fails when it is not refused. */
export async function refusalOfPending(pending: Promise<unknown>): Promise<Refusal> {
  const outcome = await pending.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  return refusalOf(() => {
    if (outcome !== undefined) throw outcome.error
  })
}
