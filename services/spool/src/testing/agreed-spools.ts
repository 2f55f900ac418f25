import {
  acceptSpool,
  type CommandOutput,
  type CreateSpoolRequest,
  createSpool,
  type Principal,
  readSpool,
  submitEvidence,
  type VerifySpoolRequest,
  verifySpool,
} from '@outturn/contracts'
import type { fixedClock } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeEach } from 'vitest'
import type { SendOptions } from './open-spool.ts'
import { testSpools } from './test-spools.ts'
import { buyer, emailsFor, provider, provisionRequest, wholeHistory } from './two-parties.ts'
import { sentVerification } from './sent-verification.ts'

type Condition = NonNullable<CreateSpoolRequest['conditions']>[number]
type Spool = CommandOutput<typeof createSpool>

/** A condition that a person decides. */
export const looksGood: Condition = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

/** What the buyer says of a condition, `passed` unless changed. */
export const word = (conditionId: string | undefined, change: object = {}): VerifySpoolRequest => ({
  confirmations: [
    {
      condition_id: conditionId ?? '',
      method: 'buyer_confirm',
      outcome: 'passed',
      evidence_refs: [],
      ...change,
    },
  ],
})

/** Spools that both parties accepted, delivered and verified; before each test a minute passes and every other service answers. */
export async function agreedSpools(
  clock: ReturnType<typeof fixedClock>,
  settings: Readonly<Record<string, string>> = {},
) {
  const spools = await testSpools(clock, settings)
  beforeEach(() => {
    clock.advance(60_000)
    Object.assign(spools.fakes, {
      hasCredits: true,
      isSigning: true,
      signingState: 'ready',
      failsRuns: false,
    })
    spools.fakes.beforeResult = async () => {}
  })

  async function accepted(
    conditions: Condition[],
    change: Partial<CreateSpoolRequest> = {},
  ): Promise<{ id: string; conditions: string[]; spool: Spool }> {
    const request = provisionRequest({ conditions, ...change })
    const spool = await spools.send(createSpool, { request }, buyer)
    await spools.send(acceptSpool, { spoolId: spool.id, request: {} }, provider)
    return { id: spool.id, conditions: spool.conditions.map(({ id }) => id), spool }
  }

  return {
    spools,
    accepted,
    deliver: (spoolId: string, conditionId: string, emails: string[], source = 'crm') =>
      spools.send(submitEvidence, emailsFor(spoolId, conditionId, emails, source), provider),
    verify: (
      spoolId: string,
      principal: Principal = buyer,
      request: VerifySpoolRequest = {},
      options?: SendOptions,
    ) => spools.send(verifySpool, { spoolId, ...sentVerification(request) }, principal, options),
    /** What the buyer says of a condition, naming the evidence that the Spool shows for it. */
    async seenWord(spoolId: string, conditionId: string | undefined, change: object = {}) {
      const seen = (await spools.send(readSpool, { id: spoolId }, buyer)) as Spool
      const { confirmation } = seen.conditions.find(({ id }) => id === conditionId) ?? {}
      return word(conditionId, { evidence_refs: confirmation?.evidence_ids ?? [], ...change })
    },
    /** Code, status and reason of a refusal. */
    async codesOf(sending: Promise<unknown>): Promise<unknown[]> {
      const { code, status, options } = await refusalOfPending(sending)
      return [code, status, options.reason]
    },
    /** The kinds of events in the history, oldest first. */
    async typesOf(spoolId: string): Promise<string[]> {
      const events = await wholeHistory(spools, spoolId, buyer)
      return events.map(({ type }) => type)
    },
  }
}
