import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buyPackByX402, buyVerification } from '@outturn/contracts'
import {
  authorizationIn,
  cancelAuthorization,
  endingAt,
  type FacilitatorFault,
  facilitatorFaults,
  type Payer,
  paymentHeader,
  payerOf,
} from '@outturn/local-servers/payments'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import type { Choices } from '../e2e/walk/random.ts'
import { type Attempt, isPaid, type Outcome } from './outcome.ts'
import type { Call, PatientCaller } from './patient-caller.ts'
import type { World } from './world.ts'

/** What befalls a payment by a wallet beside the faults of the facilitator and the ends of processes. */
const mishaps = [
  ...['none', 'none', 'none', 'repeated', 'repeated', 'body swapped', 'route swapped', 'account swapped'],
  ...[
    'signed anew',
    'signed anew under one id',
    'signed anew under one id',
    'balance emptied',
    'canceled',
    'expires',
    'caller gone',
    'caller gone for good',
  ],
] as const
type Mishap = (typeof mishaps)[number]

const wealthMicros = 50_000_000n
/** The rest of this long a payment must be valid for when it arrives. */
const shortestMs = 23_000
/** Of so many settlements, one goes wrong. */
const oneInSettlements = 3

/** Has a new wallet pay for a verification or a pack, and what befalls it happen. */
export async function payByWallet(
  world: World,
  caller: PatientCaller,
  choices: Choices,
  number: number,
): Promise<Outcome> {
  const isPack = choices.below(3) === 0
  const mishap = choices.pick(mishaps)
  const account = isPack ? choices.pick(world.accounts) : null
  const outcome: Outcome = {
    number,
    rail: 'x402',
    wish: isPack ? 'pack' : 'verification',
    mishap,
    accountId: account?.accountId ?? null,
    isOnce: false,
    attempts: [],
    problems: [],
  }
  const wish = isPack
    ? callFor(buyPackByX402.http.path, { pack_cents: choices.pick([500, 1_000, 2_000]) }, account?.apiKey)
    : callFor(buyVerification.http.path, delivery(number))
  const payer = payerOf()
  await world.payments.chain.fund(payer.account.address, wealthMicros)
  const unpaid = await caller.untilAnswered(wish)
  const required = unpaid.headers.get('payment-required')
  if (unpaid.code !== 'payment_required_x402' || required === null) {
    outcome.problems.push(`unpaid it was answered ${unpaid.status} ${unpaid.text.slice(0, 200)}`)
    return outcome
  }
  if (choices.below(oneInSettlements) === 0) world.payments.failNext(choices.pick(likelyFaults))
  const scene: Scene = { world, caller, choices, outcome, wish, payer, required }
  await scenes[mishap](scene, await signed(scene))
  return outcome
}

/** A late answer holds its caller up for seconds, so it comes seldom. */
const likelyFaults: readonly FacilitatorFault[] = [
  ...facilitatorFaults,
  ...facilitatorFaults.filter((fault) => fault !== 'late_answer'),
]

type Scene = {
  world: World
  caller: PatientCaller
  choices: Choices
  outcome: Outcome
  wish: Call
  payer: Payer
  required: string
}

/** Signs the wish once more; the payment as its call. */
async function signed(
  { payer, required, wish, outcome }: Scene,
  { endsAt, id }: { endsAt?: Date; id?: string } = {},
): Promise<Attempt> {
  const payment = await payer.sign(required)
  if (id !== undefined) appendPaymentIdentifierToExtensions(payment.extensions ?? {}, id)
  const sent = endsAt === undefined ? payment : await endingAt(payer, payment, endsAt)
  const headers = { ...wish.headers, 'payment-signature': paymentHeader(sent) }
  const attempt: Attempt = { mark: authorizationIn(sent).nonce, call: { ...wish, headers }, answers: [] }
  outcome.attempts.push(attempt)
  return attempt
}

async function send({ caller }: Scene, attempt: Attempt): Promise<void> {
  attempt.answers.push(await caller.untilAnswered(attempt.call))
}

/** A call that uses a payment for something that it was not made for: it must not be answered with what it asks for. */
async function misuse(scene: Scene, { call }: Attempt, other: Call): Promise<void> {
  const { 'payment-signature': payment = '' } = call.headers
  const answer = await scene.caller.untilAnswered({
    ...other,
    headers: { ...other.headers, 'payment-signature': payment },
  })
  if (isPaid(answer)) scene.outcome.problems.push(`a payment was taken for ${other.path} ${other.body}`)
}

let lastCancel: Promise<unknown> = Promise.resolve()

/** One account sends these, and its transactions follow each other. */
function cancel({ world, payer }: Scene, { mark }: Attempt): Promise<void> {
  const done = lastCancel.then(() =>
    cancelAuthorization(world.payments.chain, payer, { nonce: mark as `0x${string}` }),
  )
  // One that was used before cannot be canceled any more.
  lastCancel = done.catch(() => undefined)
  return lastCancel as Promise<void>
}

const scenes: Record<Mishap, (scene: Scene, payment: Attempt) => Promise<void>> = {
  none: send,
  async repeated(scene, payment) {
    const atOnce = 2 + scene.choices.below(7)
    await Promise.all(Array.from({ length: atOnce }, () => send(scene, payment)))
    await send(scene, payment)
  },
  async 'body swapped'(scene, payment) {
    const { wish, outcome } = scene
    // Another delivery, and for a pack the same one in another account's name is tried below.
    const other =
      outcome.wish === 'pack'
        ? { ...wish, body: JSON.stringify({ pack_cents: wish.body.includes('500') ? 1_000 : 500 }) }
        : callFor(wish.path, delivery(-outcome.number))
    await send(scene, payment)
    await misuse(scene, payment, other)
    await send(scene, payment)
  },
  async 'route swapped'(scene, payment) {
    const { world, outcome } = scene
    const other =
      outcome.wish === 'pack'
        ? callFor(buyVerification.http.path, delivery(-outcome.number))
        : callFor(buyPackByX402.http.path, { pack_cents: 500 }, world.accounts[0]?.apiKey)
    await Promise.all([misuse(scene, payment, other), send(scene, payment)])
    await misuse(scene, payment, other)
  },
  async 'account swapped'(scene, payment) {
    const { world, wish, outcome } = scene
    const thief = world.accounts.find(({ accountId }) => accountId !== outcome.accountId)
    await send(scene, payment)
    await misuse(scene, payment, {
      ...wish,
      headers: { ...wish.headers, 'x-api-key': thief?.apiKey ?? '' },
    })
  },
  async 'signed anew'(scene, payment) {
    const other = await signed(scene)
    await Promise.all([send(scene, payment), send(scene, other)])
  },
  async 'signed anew under one id'(scene) {
    const { caller, choices, outcome } = scene
    outcome.attempts.splice(0)
    outcome.isOnce = true
    const id = `pay_${randomUUID()}`
    // Its process has ended, and the payment is lost with it.
    await caller.abandoned((await signed(scene, { id })).call, choices.below(2_000))
    const others = [await signed(scene, { id }), await signed(scene, { id })]
    await Promise.all(others.map((each) => send(scene, each)))
  },
  async 'balance emptied'(scene, payment) {
    const { world, payer, choices } = scene
    const emptied = pause(choices.below(120)).then(() => world.payments.chain.fund(payer.account.address, 0n))
    await Promise.all([send(scene, payment), emptied])
  },
  async canceled(scene, payment) {
    const canceled = pause(scene.choices.below(120)).then(() => cancel(scene, payment))
    await Promise.all([send(scene, payment), canceled])
  },
  async expires(scene) {
    const [first] = scene.outcome.attempts.splice(0)
    if (first === undefined) throw new Error('nothing was signed')
    const short = await signed(scene, { endsAt: new Date(Date.now() + shortestMs) })
    scene.world.payments.failNext('error_before', 'error_before', 'error_before', 'lost_answer')
    await send(scene, short)
  },
  async 'caller gone'(scene, payment) {
    await scene.caller.abandoned(payment.call, scene.choices.below(250))
    await pause(scene.choices.below(1_500))
    await send(scene, payment)
  },
  'caller gone for good': (scene, payment) => scene.caller.abandoned(payment.call, scene.choices.below(250)),
}

function callFor(path: string, body: object, apiKey?: string): Call {
  return {
    path,
    body: JSON.stringify(body),
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
  }
}

/** A small delivery, like no other. */
function delivery(number: number) {
  const check = { checker: 'completeness', required_fields: ['email'] }
  return {
    conditions: [{ description: `Every row of ${number} has email.`, deterministic_check: check }],
    max_amount_cents: 100,
    evidence: { rows: [{ email: 'a@example.com' }, { email: `b${number}@example.com` }] },
  }
}
