import { setTimeout as sleep } from 'node:timers/promises'
import { roundedCpu } from '../measurement/comparison.ts'
import { commitDelayMs, type Counters } from '../measurement/counters.ts'
import type { Load } from '../load/load.ts'
import {
  afterworkMs,
  commitsPerRequest,
  cpuPerRequest,
  failuresOf,
  type Instruments,
  type Measurement,
  measureOrder,
  messagesPerRequest,
  p50Ms,
} from '../measurement/measurement.ts'
import type { Pace } from '../pace.ts'
import type { OperationResult } from '../report/result.ts'
import { median, medianByName, rounded } from '../statistics.ts'
import type { Target } from '../target.ts'
import {
  acceptRequest,
  type AgreedSpool,
  comparedConditions,
  createdSpool,
  createRequest,
} from './agreed-spool.ts'
import { makeLargeSpool } from './large-spool.ts'
import { type Cohort, type Operation, operations } from './operations.ts'
import type { Parties } from './parties.ts'

const heavySpoolsAlone = 4
const heavySpoolsLoaded = 12

type LifeOptions = { parties: Parties; pace: Pace; idle: Counters; tell(message: string): void }

/** What was seen of one operation, round by round. */
type Seen = { alone: Load[]; loaded: Measurement[]; counted: Measurement | null }

/**
 * Leads Spools from proposal to verdict, step by step: in each round first one request at a time, then many. In a last
 * round every step waits for its commits to be reported.
 */
export async function measureLife(
  instruments: Instruments,
  target: Target,
  { parties, pace, idle, tell }: LifeOptions,
): Promise<OperationResult[]> {
  const { load } = instruments
  tell('making a large Spool')
  const largeSpool = await makeLargeSpool(load, parties)
  const seen = new Map<Operation, Seen>(
    operations.map((operation) => [operation, { alone: [], loaded: [], counted: null }]),
  )
  const newCohort = async (size: number, heavyCount: number): Promise<Cohort> => {
    const heavySpools = await acceptedSpools(instruments, parties, heavyCount)
    return { parties, size, repeatMs: pace.lifeRepeatMs, spools: [], heavySpools, etags: [], largeSpool }
  }

  tell('warming up the life of a Spool')
  const warmUp = await newCohort(pace.lifeLoaded, heavySpoolsAlone)
  for (const operation of operations) await step(instruments, target, operation, warmUp, { tell })

  for (let round = 1; round <= pace.rounds; round += 1) {
    tell(`round ${round}/${pace.rounds}  the life of a Spool`)
    const single = await newCohort(pace.lifeAlone, heavySpoolsAlone)
    const many = await newCohort(pace.lifeLoaded, heavySpoolsLoaded)
    for (const operation of operations) {
      const { alone, loaded } = seen.get(operation) as Seen
      alone.push((await step(instruments, target, { ...operation, inFlight: 1 }, single, { tell })).load)
      loaded.push(await step(instruments, target, operation, many, { tell }))
    }
  }

  const counted = await newCohort(pace.lifeLoaded, heavySpoolsLoaded)
  tell('waiting for the last commits to be reported')
  await sleep(commitDelayMs)
  for (const operation of operations) {
    tell(`counting the commits of: ${operation.name}`)
    const of = seen.get(operation) as Seen
    of.counted = await step(instruments, target, operation, counted, { tell, settleMs: commitDelayMs })
  }
  return operations.map((operation) => operationResult(operation, seen.get(operation) as Seen, idle))
}

/** One operation on all Spools of a cohort. */
async function step(
  instruments: Instruments,
  target: Target,
  { name, requests, inFlight, isRepeatable = false, success, learn }: Operation,
  cohort: Cohort,
  { tell, settleMs = afterworkMs }: { tell(message: string): void; settleMs?: number },
): Promise<Measurement> {
  const durationMs = isRepeatable ? cohort.repeatMs : 0
  const order = { requests: requests(cohort), inFlight, durationMs, success }
  const keepsAnswers = learn !== undefined
  const measurement = await measureOrder(instruments, target, { ...order, keepsAnswers }, settleMs)
  const { firstFailure, failures, answers } = measurement.load
  if (firstFailure !== undefined) tell(`${failures} of ${name} failed, first with ${firstFailure}`)
  learn?.(cohort, answers)
  return measurement
}

async function acceptedSpools(
  { load }: Instruments,
  parties: Parties,
  count: number,
): Promise<AgreedSpool[]> {
  const requests = Array.from({ length: count }, () => createRequest(parties, comparedConditions))
  const many = { inFlight: count, durationMs: 0 }
  const { answers } = await load.run({ ...many, requests, success: 201, keepsAnswers: true })
  const spools = answers.map(createdSpool)
  const accepts = spools.map((spool) => acceptRequest(parties, spool))
  await load.run({ ...many, requests: accepts, success: 200 })
  return spools
}

function operationResult(
  { name, inFlight }: Operation,
  { alone, loaded, counted }: Seen,
  idle: Counters,
): OperationResult {
  const loads = loaded.map(({ load }) => load)
  const messages = loaded.map((measurement) => messagesPerRequest(measurement, idle))
  const known = messages.filter((count) => count !== null)
  return {
    name,
    p50_ms: rounded(p50Ms(alone)),
    in_flight: inFlight,
    p50_ms_loaded: rounded(p50Ms(loads)),
    requests_per_s: rounded(median(loaded.map(({ requestsPerS }) => requestsPerS))),
    cpu_ms_per_request: roundedCpu(
      medianByName(loaded.map((measurement) => cpuPerRequest(measurement, idle))),
    ),
    commits_per_request: counted === null ? Number.NaN : rounded(commitsPerRequest(counted, idle)),
    messages_per_request: known.length < messages.length ? null : rounded(median(known)),
    failed_requests: failuresOf([...alone, ...loads, ...(counted === null ? [] : [counted.load])]),
  }
}
