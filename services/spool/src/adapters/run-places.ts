import { type RunLane, unavailable } from '@outturn/contracts'

/** Runs of one account that one process places at once, by their lane; the others of that account wait here. */
const placesOfAccount: Record<RunLane, number> = { light: 128, heavy: 4, fetching: 16 }

/** Has a task wait for a place of its account in a lane; refuses it when the time (epoch ms) comes first. */
export type RunPlaces = <Result>(
  lane: RunLane,
  accountId: string,
  until: number,
  task: () => Promise<Result>,
) => Promise<Result>

type Held = { taken: number; readonly waiting: Set<() => void> }

/** What became of a run that asked for a place, and after how long; one that found a place free waited for 0 ms. */
export type NotePlace = (lane: RunLane, waitedMs: number, end: 'placed' | 'refused') => void

export function createRunPlaces(note: NotePlace): RunPlaces {
  const byAccount = new Map<string, Held>()

  async function place(lane: RunLane, held: Held, until: number): Promise<void> {
    if (held.taken < placesOfAccount[lane]) {
      held.taken += 1
      note(lane, 0, 'placed')
      return
    }
    // A place that is left is handed over, so it stays taken.
    const since = performance.now()
    const handed = Promise.withResolvers<void>()
    held.waiting.add(handed.resolve)
    const timer = setTimeout(() => handed.reject(noPlace(lane)), Math.max(0, until - Date.now()))
    try {
      await handed.promise
      note(lane, performance.now() - since, 'placed')
    } catch (error) {
      note(lane, performance.now() - since, 'refused')
      throw error
    } finally {
      clearTimeout(timer)
      held.waiting.delete(handed.resolve)
    }
  }

  return async (lane, accountId, until, task) => {
    const key = `${lane}:${accountId}`
    const held = byAccount.get(key) ?? { taken: 0, waiting: new Set() }
    byAccount.set(key, held)
    await place(lane, held, until)
    try {
      return await task()
    } finally {
      const [next] = held.waiting
      if (next !== undefined) {
        held.waiting.delete(next)
        next()
      } else {
        held.taken -= 1
        if (held.taken === 0) byAccount.delete(key)
      }
    }
  }
}

function noPlace(lane: RunLane): Error {
  const most = placesOfAccount[lane]
  return unavailable(`The verification is recorded and waits: ${most} of this account are under way.`, {
    reason: 'verification_pending',
    retryAfterSeconds: 2,
  })
}
