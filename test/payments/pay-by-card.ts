import { setTimeout as pause } from 'node:timers/promises'
import { buyPackByMpp } from '@outturn/contracts'
import type { StripeFault } from '@outturn/local-servers'
import { Challenge, Credential } from 'mppx'
import type { Choices } from '../e2e/walk/random.ts'
import { type Attempt, isPaid, type Outcome } from './outcome.ts'
import type { Call, PatientCaller } from './patient-caller.ts'
import type { World } from './world.ts'

const mishaps = [
  ...['none', 'none', 'repeated', 'pack swapped', 'account swapped', 'another token', 'declined', 'asks'],
  ...['caller gone', 'caller gone for good'],
] as const
type Mishap = (typeof mishaps)[number]

const cards: Partial<Record<Mishap, string>> = {
  declined: 'pm_card_chargeDeclined',
  asks: 'pm_card_authenticationRequired',
}
/** An error before a charge is the answer to it for a day, and no run lasts so long. */
const faults: readonly StripeFault[] = ['lost_before', 'lost_after', 'error_after']
/** Of so many charges, one goes wrong. */
const oneInCharges = 3

type Scene = { world: World; caller: PatientCaller; choices: Choices; outcome: Outcome; header: string }

/** Has an account buy a pack by card, and what befalls it happen. */
export async function payByCard(
  world: World,
  caller: PatientCaller,
  choices: Choices,
  number: number,
): Promise<Outcome> {
  const { accountId, apiKey } = choices.pick(world.accounts)
  const mishap = choices.pick(mishaps)
  const outcome: Outcome = {
    number,
    rail: 'mpp',
    wish: 'pack',
    mishap,
    accountId,
    isOnce: false,
    attempts: [],
    problems: [],
  }
  const packCents = choices.pick([500, 1_000, 2_000])
  const wish = packCall(apiKey, packCents)
  const header = (await caller.untilAnswered(wish)).headers.get('www-authenticate')
  if (header === null) {
    outcome.problems.push('unpaid it was answered without a challenge')
    return outcome
  }
  if (choices.below(oneInCharges) === 0) world.stripe.failNext(choices.pick(faults))
  const scene: Scene = { world, caller, choices, outcome, header }
  await scenes[mishap](scene, attemptOf(scene, wish, packCents))
  return outcome
}

/** The payment of the challenge with a new token. */
function attemptOf({ world, outcome, header }: Scene, wish: Call, amountCents: number): Attempt {
  const paymentMethod = cards[outcome.mishap as Mishap] ?? 'pm_card_visa'
  const challenge = Challenge.deserialize(header)
  const spt = world.stripe.grantToken({ amountCents, paymentMethod })
  const authorization = Credential.serialize(Credential.from({ challenge, payload: { spt } }))
  const attempt: Attempt = {
    mark: challenge.id,
    call: { ...wish, headers: { ...wish.headers, authorization } },
    answers: [],
  }
  outcome.attempts.push(attempt)
  return attempt
}

async function send({ caller }: Scene, attempt: Attempt): Promise<void> {
  attempt.answers.push(await caller.untilAnswered(attempt.call))
}

async function misuse({ caller, outcome }: Scene, call: Call): Promise<void> {
  if (isPaid(await caller.untilAnswered(call))) outcome.problems.push(`a payment bought ${call.body} too`)
}

const scenes: Record<Mishap, (scene: Scene, payment: Attempt) => Promise<void>> = {
  none: send,
  declined: send,
  asks: send,
  async repeated(scene, payment) {
    const atOnce = 2 + scene.choices.below(7)
    await Promise.all(Array.from({ length: atOnce }, () => send(scene, payment)))
    await send(scene, payment)
  },
  async 'pack swapped'(scene, payment) {
    const { call } = payment
    const body = JSON.stringify({ pack_cents: call.body.includes('500') ? 2_000 : 500 })
    await Promise.all([misuse(scene, { ...call, body }), send(scene, payment)])
  },
  async 'account swapped'(scene, payment) {
    const { world, outcome } = scene
    const thief = world.accounts.find(({ accountId }) => accountId !== outcome.accountId)
    const headers = { ...payment.call.headers, 'x-api-key': thief?.apiKey ?? '' }
    await Promise.all([misuse(scene, { ...payment.call, headers }), send(scene, payment)])
  },
  async 'another token'(scene, payment) {
    await send(scene, payment)
    const { authorization: _, ...headers } = payment.call.headers
    const packCents = (JSON.parse(payment.call.body) as { pack_cents: number }).pack_cents
    const other = attemptOf(scene, { ...payment.call, headers }, packCents)
    scene.outcome.attempts.pop()
    await misuse(scene, other.call)
  },
  async 'caller gone'(scene, payment) {
    await scene.caller.abandoned(payment.call, scene.choices.below(200))
    await pause(scene.choices.below(1_500))
    await send(scene, payment)
  },
  'caller gone for good': (scene, payment) => scene.caller.abandoned(payment.call, scene.choices.below(200)),
}

function packCall(apiKey: string, packCents: number): Call {
  return {
    path: buyPackByMpp.http.path,
    body: JSON.stringify({ pack_cents: packCents }),
    headers: { 'x-api-key': apiKey },
  }
}
