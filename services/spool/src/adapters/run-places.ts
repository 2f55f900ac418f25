import { createSemaphore, PermitUnavailable, type Semaphore } from '@outturn/concurrency'
import { type RunLane, unavailable } from '@outturn/contracts'

/** Maximum number of runs that one account has with workers at once, by lane; its further runs wait here. */
const maxRunsOfAccount: Record<RunLane, number> = { light: 128, heavy: 4, fetching: 16 }

/** Runs a task once its account may have another run in the lane; refuses it when the deadline (epoch ms) comes first. */
export type RunPlaces = <Result>(
  lane: RunLane,
  accountId: string,
  deadline: number,
  task: () => Promise<Result>,
) => Promise<Result>

/** Called with the result of a request for a place and its wait; 0 ms for one that did not wait. */
export type NotePlace = (lane: RunLane, waitedMs: number, end: 'placed' | 'refused') => void

export function createRunPlaces(
  note: NotePlace,
  observe: (lane: RunLane, runs: Semaphore) => void = () => {},
): RunPlaces {
  const runsOf = (lane: RunLane) => {
    const onAdmitted = (waitedMs: number) => note(lane, waitedMs, 'placed')
    const runs = createSemaphore({ limitPerKey: maxRunsOfAccount[lane], onAdmitted })
    observe(lane, runs)
    return runs
  }
  const lanes: Record<RunLane, Semaphore> = {
    light: runsOf('light'),
    heavy: runsOf('heavy'),
    fetching: runsOf('fetching'),
  }

  return async (lane, accountId, deadline, task) => {
    const since = performance.now()
    try {
      return await lanes[lane].run(task, { key: accountId, deadline })
    } catch (error) {
      if (!(error instanceof PermitUnavailable)) throw error
      note(lane, performance.now() - since, 'refused')
      throw noPlace(lane)
    }
  }
}

function noPlace(lane: RunLane): Error {
  const limit = maxRunsOfAccount[lane]
  return unavailable(`The verification is recorded and waits: ${limit} of this account are under way.`, {
    reason: 'verification_pending',
    retryAfterSeconds: 2,
  })
}
