import type { SpoolView } from '@outturn/contracts'
import type { KeptAnswer, LoadGenerator, PreparedRequest } from '../load/load.ts'
import {
  acceptRequest,
  type AgreedSpool,
  createdSpool,
  createRequest,
  evidenceRequest,
  evidenceRows,
  manyConditions,
  verifyRequest,
} from './agreed-spool.ts'
import { get, type Parties } from './parties.ts'

/** As much as a Spool takes unless its parties agree on more runs. */
export const largeSpoolSize = { conditions: 100, evidence: 100, runs: 20 } as const

/** Makes a Spool as large as it gets, with a run after every few items of evidence. */
export async function makeLargeSpool(load: LoadGenerator, parties: Parties): Promise<AgreedSpool> {
  const { conditions, evidence, runs } = largeSpoolSize
  const send = sender(load)
  const spool = createdSpool(await send(createRequest(parties, manyConditions(conditions)), 201))
  await send(acceptRequest(parties, spool), 200)
  for (let item = 1; item <= evidence; item += 1) {
    const part = { rowCount: evidenceRows.small, condition: item - 1 }
    await send(evidenceRequest(parties, spool, part), 200)
    if (item % (evidence / runs) === 0) await send(verifyRequest(parties, spool), 200)
  }
  const { text } = await send(get(parties, parties.buyer, `/spools/${spool.id}`), 200)
  assertLarge(JSON.parse(text) as SpoolView)
  return spool
}

function assertLarge({ conditions, evidence, verification_summary: { runs } }: SpoolView): void {
  const made = { conditions: conditions.length, evidence: evidence.length, runs }
  const isLarge = Object.entries(largeSpoolSize).every(
    ([part, count]) => made[part as keyof typeof made] === count,
  )
  if (!isLarge) throw new Error(`the large Spool came out as ${JSON.stringify(made)}`)
}

function sender(load: LoadGenerator): (request: PreparedRequest, success: number) => Promise<KeptAnswer> {
  return async (request, success) => {
    const order = { requests: [request], inFlight: 1, durationMs: 0, success, keepsAnswers: true }
    const { answers } = await load.run(order)
    return answers[0] as KeptAnswer
  }
}
