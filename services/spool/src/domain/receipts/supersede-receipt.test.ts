import { Refusal } from '@outturn/contracts'
import { correctionReasons, type Side } from '@outturn/vocabulary'
import { describe, expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { noneSaid } from '../model/casework/dispute-state.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import { actionContextOf } from '../lifecycle/transitions.ts'
import { partyOn } from '../model/viewer.ts'
import { assertAnswersDispute, isHeldOffByDispute } from './supersede-receipt.ts'

const receiptId = `ocr_${hex(1)}`
const later = new Date(Date.parse(at) + 3_600_000)

/** A Spool of one run, with a dispute of its receipt by each of these sides; `isAnswered`: the provider has supplied something since. */
function disputed(
  sides: readonly Side[],
  { isAnswered = false, status = 'open' }: { isAnswered?: boolean; status?: Dispute['status'] } = {},
): Spool {
  const spool = acceptedSpool([{ verification_method: 'deterministic' }])
  const [conditionId = ''] = spool.agreement.conditions.map(({ id }) => id)
  const disputes = sides.map(
    (side): Dispute => ({
      ...{ id: `dsp_${side}`, receiptId, side, status, conditionIds: [conditionId] },
      ...{
        isDeadlineMoved: false,
        proposal: null,
        decision: null,
        resolution: null,
        steps: [],
        said: noneSaid,
      },
      ...{ holdsSettlement: false, holdEndsAt: null, holdEnded: null },
      ...{ openedAt: at, deadline: new Date(Date.parse(at) + 7_200_000).toISOString(), closedAt: null },
    }),
  )
  const suppliedAfterRuns = { [conditionId]: isAnswered ? 1 : 0 }
  const state = { ...spool.state, runs: 1, latestReceiptId: receiptId, disputes, suppliedAfterRuns }
  return { ...spool, state }
}

/** How each reason of a correction is answered, asked for by the buyer unless these sides are given. */
function answers(spool: Spool, sides: readonly Side[] = ['buyer']) {
  const party = partyOn(spool, 'buyer')
  const caller = { party, isCreator: true, scope: 'full' as const, mayMoveMoney: true, sides }
  const context = actionContextOf(spool, caller, later)
  const answer = (reason: (typeof correctionReasons)[number]): string => {
    try {
      assertAnswersDispute(reason, context)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(isHeldOffByDispute(reason, context)).toBe(true)
      return `${error.code} ${error.options.reason}`
    }
    expect(isHeldOffByDispute(reason, context)).toBe(false)
    return 'taken'
  }
  return Object.fromEntries(correctionReasons.map((reason) => [reason, answer(reason)]))
}

const refused = 'invalid_state dispute_open'
const all = (answer: string) => Object.fromEntries(correctionReasons.map((reason) => [reason, answer]))

describe('a receipt is superseded for whatever reason', () => {
  test('not while the other side disputes it and the provider side has supplied nothing new', () => {
    expect(answers(disputed(['provider']))).toEqual(all(refused))
    expect(answers(disputed(['buyer']), ['provider'])).toEqual(all(refused))
    // A dispute of one's own opens no way around that of the other side.
    expect(answers(disputed(['buyer', 'provider']))).toEqual(all(refused))
  })

  test('once the provider side has supplied something new, but not as resolved while the dispute is open', () => {
    const isAnswered = { ...all('taken'), dispute_resolved: refused }
    expect(answers(disputed(['provider'], { isAnswered: true }))).toEqual(isAnswered)
    expect(answers(disputed(['buyer', 'provider'], { isAnswered: true }))).toEqual(isAnswered)
    expect(answers(disputed(['buyer'], { isAnswered: true }), ['provider'])).toEqual(isAnswered)
  })

  test('by the side that disputes it, by who speaks for both, and when the dispute has ended or there is none', () => {
    expect(answers(disputed(['buyer']))).toEqual(all('taken'))
    expect(answers(disputed(['buyer'], { isAnswered: true }))).toEqual(all('taken'))
    expect(answers(disputed(['provider']), ['buyer', 'provider'])).toEqual(all('taken'))
    for (const status of ['expired', 'withdrawn'] as const) {
      expect(answers(disputed(['provider'], { status }))).toEqual(all('taken'))
    }
    expect(answers(disputed([]))).toEqual(all('taken'))
  })
})
