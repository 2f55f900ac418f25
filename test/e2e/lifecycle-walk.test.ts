import { setTimeout as pause } from 'node:timers/promises'
import { type ActionName, actionNames } from '@outturn/vocabulary'
import { createKey, type SpoolEventView, type SpoolView } from '@outturn/contracts'
import { FIRST_PREV_HASH, spoolEventHash } from '@outturn/receipt-verifier/issuing'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { counterpartyKey, created } from './agreement.ts'
import { type ErrorAnswer, type HttpAnswer, readSystem, sendTo } from './api.ts'
import { openLaboratory } from './outside-judge.ts'
import { type Binding, walkAgreement } from './walk/agreement.ts'
import { rightBody } from './walk/bodies.ts'
import { type Choices, choicesOf } from './walk/random.ts'
import { listed, refusals, sideOf, statusAfter, type Walker } from './walk/rules.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const laboratory = openLaboratory()
/** More of them are other walks: `OUTTURN_WALKS=1000 npm test -- test/e2e/lifecycle-walk.test.ts`. */
const walks = Number(process.env['OUTTURN_WALKS'] ?? '10')
const steps = 12
/** Actions tried at each step that their caller does not find listed. */
const triesPerStep = 2
const unknownSpool = 'spl_0000000000000000000000ff'
const closing: readonly ActionName[] = ['decline', 'cancel', 'abandon']
/** Actions that may find everything done already, and then change nothing. */
const repeatable: readonly ActionName[] = ['propose', 'quote', 'verify', 'complete']
let operator: Operator
let creator: Account
let other: Account
let verifyKey: string
let otherVerifyKey: string
let stranger: string

beforeAll(async () => {
  operator = await connectOperator(system)
  creator = await operator.openAccount({ included: 100_000 })
  other = await operator.openAccount({ included: 100_000 })
  stranger = (await operator.openAccount()).apiKey
  const makeVerifyKey = async ({ accountId }: Account) =>
    (await operator.send(createKey, { accountId, scope: 'verify', label: 'walk' })).apiKey
  verifyKey = await makeVerifyKey(creator)
  otherVerifyKey = await makeVerifyKey(other)
})
afterAll(() => operator.close())

async function walkersOf(id: string, binding: Binding): Promise<Walker[]> {
  const all: Walker[] = [
    { name: 'creator', key: creator.apiKey, party: 'creator', scope: 'full' },
    { name: 'creator to verify', key: verifyKey, party: 'creator', scope: 'verify' },
    { name: 'stranger', key: stranger, party: null, scope: 'full' },
    { name: 'none', key: undefined, party: null, scope: null },
  ]
  switch (binding) {
    case 'account':
      return [
        ...all,
        { name: 'other', key: other.apiKey, party: 'other', scope: 'full' },
        { name: 'other to verify', key: otherVerifyKey, party: 'other', scope: 'verify' },
      ]
    case 'invitation': {
      const { api_key: key } = await counterpartyKey(send, creator.apiKey, id)
      return [...all, { name: 'invited', key, party: 'other', scope: 'counterparty' }]
    }
    case 'none':
      return all
    default:
      return binding satisfies never
  }
}

/** A Spool as one walker finds it; null where it is not there for him, or not any more. */
type Sight = { walker: Walker; seen: SpoolView | null; tag: string | null }

async function look(id: string, walker: Walker): Promise<Sight> {
  const answer = await send<SpoolView>(`/api/v1/spools/${id}`, { key: walker.key })
  return answer.status === 200
    ? { walker, seen: answer.json, tag: answer.headers.get('etag') }
    : { walker, seen: null, tag: outcomeOf(answer) }
}

const outcomeOf = ({ status, json }: HttpAnswer) =>
  status === 200 ? '200' : `${status} ${(json as ErrorAnswer).code}`
const allowed = ({ seen }: Sight): readonly ActionName[] => seen?.economics.allowed_actions ?? []

/** Takes an action, again under the same key while the answer says that this helps, or that the first request is not finished, as on a busy machine. */
async function take(id: string, { key }: Walker, action: ActionName, body: unknown) {
  const headers = { 'idempotency-key': `${id}:${crypto.randomUUID()}` }
  for (;;) {
    const answer = await send(`/api/v1/spools/${id}/${action}`, {
      method: 'POST',
      key,
      headers,
      body,
    })
    const isUnfinished = answer.json.reason === 'in_progress'
    if ((answer.status < 500 && !isUnfinished) || !answer.json.retryable) return answer
    await pause(1_000)
  }
}

/** A listed action, those that end everything more seldom. */
function chooseListed(sights: readonly Sight[], choices: Choices) {
  const all = sights.flatMap((sight) => allowed(sight).map((action) => ({ ...sight, action })))
  const lasting = all.filter(({ action }) => !closing.includes(action))
  const from = lasting.length === 0 || choices.below(8) === 0 ? all : lasting
  return from.length === 0 ? null : choices.pick(from)
}

/** What is not listed is refused as the rules say, and leaves everything as it was. */
async function tryUnlisted(id: string, sights: readonly Sight[], choices: Choices): Promise<void> {
  const [own] = sights
  for (let tried = 0; tried < triesPerStep; tried += 1) {
    const sight = choices.pick(sights)
    const { walker, seen } = sight
    const action = choices.pick(actionNames.filter((name) => !allowed(sight).includes(name)))
    const body = rightBody(action, seen ?? (own?.seen as SpoolView), choices, laboratory)
    const answer = await take(id, walker, action, body)
    const expected = refusals(action, walker, seen)
    expect([walker.name, action, expected]).toEqual([
      walker.name,
      action,
      expect.arrayContaining([outcomeOf(answer)]),
    ])
    if (walker.party === null) {
      const unknown = await take(unknownSpool, walker, action, body)
      expect(withoutRequest(unknown)).toEqual(withoutRequest(answer))
    }
  }
}

const withoutRequest = ({ status, json }: HttpAnswer) => ({
  status,
  ...(json as object),
  request_id: '',
})

/** What a step asks of a party is listed to a key that the party has, or that an invitation gives it. */
function expectActorWhoCan(sights: readonly Sight[], binding: Binding): void {
  const seen = sights[0]?.seen ?? null
  if (seen === null) return
  const { next_step: step, status, agreement } = seen
  const asked: Partial<Record<typeof step.type, readonly ActionName[]>> = {
    submit_evidence: ['evidence', 'external-result'],
    rerun_allowed: ['verify'],
    await_confirmation: status.agreement === 'proposed' ? ['accept', 'quote'] : ['verify', 'evidence'],
  }
  const actions = asked[step.type]
  if (actions === undefined) return
  // Who made a Spool of one party acts for both.
  const isAnyone = step.actor === 'verifier' || agreement.mode === 'unilateral' || binding === 'none'
  const canAct = sights.some(
    (sight) =>
      sight.seen !== null &&
      (isAnyone || sideOf(sight.seen) === step.actor) &&
      actions.some((action) => allowed(sight).includes(action)),
  )
  expect([step.type, step.actor, step.reason, canAct]).toEqual([step.type, step.actor, step.reason, true])
}

async function expectWholeHistory(id: string): Promise<void> {
  const { json: events } = await send<SpoolEventView[]>(`/api/v1/spools/${id}/events`, {
    key: creator.apiKey,
  })
  let previous = FIRST_PREV_HASH
  events.forEach((event, index) => {
    expect([event.seq, event.prev_hash]).toEqual([index + 1, previous])
    expect(event.hash).toBe(spoolEventHash(event as Parameters<typeof spoolEventHash>[0]))
    previous = event.hash
  })
}

const seeds = Array.from({ length: walks }, (_, index) => index + 1)

test.concurrent.each(seeds)('walk %i: what is listed succeeds, what is not is refused', async (seed) => {
  const choices = choicesOf(seed)
  const accounts = { creator: creator.accountId, other: other.accountId }
  const { request, binding } = walkAgreement(choices, accounts, laboratory)
  const { id } = await created(send, creator.apiKey, request)
  const walkers = await walkersOf(id, binding)
  const lookRound = () => Promise.all(walkers.map((walker) => look(id, walker)))
  let sights = await lookRound()
  for (let step = 0; step < steps; step += 1) {
    for (const { walker, seen } of sights) {
      if (seen !== null) expect(seen.economics.allowed_actions).toEqual(listed(walker, seen))
    }
    expectActorWhoCan(sights, binding)
    await tryUnlisted(id, sights, choices)
    expect(await look(id, walkers[0] as Walker)).toEqual(sights[0])
    const chosen = chooseListed(sights, choices)
    if (chosen === null) break
    const { action, walker, seen: before } = chosen
    if (before === null) throw new Error('an action is listed to no one')
    const body = rightBody(action, before, choices, laboratory)
    const answer = await take(id, walker, action, body)
    expect([walker.name, action, outcomeOf(answer), answer.text]).toEqual([
      walker.name,
      action,
      '200',
      answer.text,
    ])
    sights = await lookRound()
    const [own] = sights
    const after = own?.seen as SpoolView
    expect([action, after.status]).toEqual([
      action,
      statusAfter(action, before, after, request.agreement ?? {}),
    ])
    expect(after.version).toBeGreaterThan(before.version - (repeatable.includes(action) ? 1 : 0))
    expect(new Set(sights.flatMap(({ seen }) => (seen === null ? [] : [seen.version]))).size).toBe(1)
    if (action === 'complete') break
  }
  await expectWholeHistory(id)
})
