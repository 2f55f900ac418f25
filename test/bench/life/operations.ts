import { deliveryBody } from '../load/delivery.ts'
import type { KeptAnswer, PreparedRequest } from '../load/load.ts'
import {
  acceptRequest,
  type AgreedSpool,
  comparedConditions,
  confirmingVerifyRequest,
  createdSpool,
  createRequest,
  evidenceRequest,
  evidenceRows,
} from './agreed-spool.ts'
import { get, type Parties, post } from './parties.ts'

/** What one round works on: Spools that it makes, and what it learned of them. */
export interface Cohort {
  parties: Parties
  /** How many Spools it makes. */
  size: number
  /** How long it repeats what can be repeated, ms. */
  repeatMs: number
  /** Spools that go from proposal to verdict. */
  spools: AgreedSpool[]
  /** Spools that are accepted before the round, for evidence that fills them. */
  heavySpools: AgreedSpool[]
  /** Tag of each of the Spools as it was read last. */
  etags: string[]
  largeSpool: AgreedSpool
}

/** One request of the life of a Spool; each leaves what the ones after it need. */
export interface Operation {
  name: string
  success: number
  inFlight: number
  /** Whether its requests may be sent again and again. */
  isRepeatable?: boolean
  requests(cohort: Cohort): PreparedRequest[]
  /** Takes from the answers what later operations need. */
  learn?: (cohort: Cohort, answers: KeptAnswer[]) => void
}

const listedSpools = 50

/** Deliveries by one call, what everything else is held against. */
export const oneCallName = 'one-call verify'
export const largeSpoolReadName = 'read a large Spool'

export const operations: readonly Operation[] = [
  {
    name: oneCallName,
    success: 201,
    inFlight: 32,
    isRepeatable: true,
    requests: ({ parties }) => [{ ...post(parties, parties.buyer, '/verify'), body: deliveryBody(20) }],
  },
  {
    name: 'evidence of 1 MB',
    success: 200,
    // A service whose event loop is late takes no further requests, and one such item keeps it busy for a while.
    inFlight: 2,
    requests: ({ parties, heavySpools }) =>
      heavySpools.map((spool) => evidenceRequest(parties, spool, { rowCount: evidenceRows.large })),
  },
  {
    name: 'create, two parties',
    success: 201,
    inFlight: 32,
    requests: ({ parties, size }) =>
      Array.from({ length: size }, () => createRequest(parties, comparedConditions)),
    learn: (cohort, answers) => cohort.spools.push(...answers.map(createdSpool)),
  },
  {
    name: 'accept',
    success: 200,
    inFlight: 32,
    requests: ({ parties, spools }) => spools.map((spool) => acceptRequest(parties, spool)),
  },
  {
    name: 'evidence of 1 KiB',
    success: 200,
    inFlight: 32,
    requests: ({ parties, spools }) =>
      spools.map((spool) => evidenceRequest(parties, spool, { rowCount: evidenceRows.small })),
    learn(cohort, answers) {
      cohort.spools = answers.map(createdSpool)
    },
  },
  {
    name: 'confirm and verify',
    success: 200,
    inFlight: 32,
    requests: ({ parties, spools }) => spools.map((spool) => confirmingVerifyRequest(parties, spool)),
  },
  {
    name: 'read',
    success: 200,
    inFlight: 32,
    requests: ({ parties, spools }) => spools.map(({ id }) => get(parties, parties.buyer, `/spools/${id}`)),
    isRepeatable: true,
    learn(cohort, answers) {
      cohort.etags = answers.slice(0, cohort.spools.length).map(({ etag }) => etag)
    },
  },
  {
    name: 'read, unchanged (304)',
    success: 304,
    inFlight: 32,
    isRepeatable: true,
    requests: ({ parties, spools, etags }) =>
      spools.map(({ id }, index) =>
        get(parties, parties.buyer, `/spools/${id}`, { 'if-none-match': etags[index] ?? '' }),
      ),
  },
  {
    name: `list of ${listedSpools}`,
    success: 200,
    inFlight: 8,
    isRepeatable: true,
    requests: ({ parties }) => [get(parties, parties.buyer, `/spools?limit=${listedSpools}`)],
  },
  {
    name: largeSpoolReadName,
    success: 200,
    inFlight: 8,
    isRepeatable: true,
    requests: ({ parties, largeSpool: { id } }) => [get(parties, parties.buyer, `/spools/${id}`)],
  },
]
