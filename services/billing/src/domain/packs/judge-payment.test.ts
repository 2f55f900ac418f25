import { describe, expect, test } from 'vitest'
import { judgePayment, type PresentedPayment } from './judge-payment.ts'
import { beginCharge, claimPurchase, concludeCharge, type Purchase } from './purchase.ts'

const now = new Date('2026-01-15T12:00:00.000Z')
const wish = { accountId: 'acc_1', packCents: 500, commandId: 'cmd_1' }
const nothing = { byCommand: null, byChallenge: null }
const payment: PresentedPayment = {
  challengeId: 'challenge',
  credentialDigest: 'digest',
  token: 'spt_1',
  offer: { accountId: 'acc_1', packCents: 500, expiresAt: new Date(now.getTime() + 1) },
}
const { offer: _, ...paid } = payment
const claimed = claimPurchase(
  { ...wish, ...paid, commandId: 'cmd_0', id: 'cpp_1', rail: 'mpp', isCheckout: false },
  now,
)
const charging = beginCharge(claimed, now) as Purchase
const granted = concludeCharge(
  charging,
  { status: 'succeeded', paymentId: 'pi_1', amountCents: 500, currency: 'usd' },
  now,
)
const refused = concludeCharge(
  charging,
  { status: 'declined', paymentId: null, reason: 'card_declined' },
  now,
)

test('a payment of ours that was not used claims a purchase', () => {
  expect(judgePayment(wish, payment, nothing, now)).toEqual({ kind: 'claim', payment })
})

describe('where nothing was taken a challenge is answered', () => {
  const late = { ...payment, offer: { accountId: 'acc_1', packCents: 500, expiresAt: now } }
  test.each([
    ['payment_missing', 'none', nothing],
    ['credential_malformed', 'malformed', nothing],
    ['challenge_unknown', { ...payment, offer: null }, nothing],
    ['challenge_expired', late, nothing],
    ['payment_declined', payment, { byCommand: null, byChallenge: refused }],
  ] as const)('%s', (reason, presented, known) => {
    expect(judgePayment(wish, presented, known, now)).toEqual({ kind: 'challenge', reason })
  })
})

describe('a payment that was claimed goes on, also when', () => {
  const late = { ...payment, offer: { accountId: 'acc_1', packCents: 500, expiresAt: now } }
  test.each([
    ['its challenge has expired since', late],
    ['the secret of its challenge has changed', { ...payment, offer: null }],
  ])('%s', (_words, presented) => {
    for (const purchase of [claimed, charging, granted]) {
      const known = { byCommand: null, byChallenge: purchase }
      expect(judgePayment(wish, presented, known, now)).toEqual({ kind: 'resume', purchase })
    }
  })
})

describe('a payment for another request is refused: it', () => {
  const known = { byCommand: null, byChallenge: charging }
  test.each([
    ['offers another pack', wish, { ...payment, offer: { ...payment.offer, packCents: 1_000 } }, nothing],
    [
      'offers it to another account',
      wish,
      { ...payment, offer: { ...payment.offer, accountId: 'acc_2' } },
      nothing,
    ],
    ['was claimed for another pack', { ...wish, packCents: 2_000 }, payment, known],
    ['was claimed by another account', { ...wish, accountId: 'acc_2' }, payment, known],
    ['has another token than was claimed', wish, { ...payment, credentialDigest: 'other' }, known],
  ])('%s', (_words, wanted, presented, before) => {
    const judgment = judgePayment(wanted, presented as PresentedPayment, before, now)
    expect(judgment).toEqual({ kind: 'conflict', reason: 'payment_bound' })
  })
})

describe('a command that claimed a purchase', () => {
  const known = { byCommand: charging, byChallenge: null }
  test.each([
    ['without a payment', 'none'],
    ['with another payment, which stays unspent', { ...payment, challengeId: 'other' }],
    ['with a payment that cannot be read', 'malformed'],
  ] as const)('is that purchase when it comes %s', (_words, presented) => {
    expect(judgePayment(wish, presented, known, now)).toEqual({ kind: 'resume', purchase: charging })
  })

  test('buys no pack of another size', () => {
    expect(judgePayment({ ...wish, packCents: 1_000 }, 'none', known, now)).toEqual({
      kind: 'conflict',
      reason: 'idempotency_key_reused',
    })
  })
})
