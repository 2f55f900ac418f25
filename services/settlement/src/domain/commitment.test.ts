import { expect, test } from 'vitest'
import { assertCommittable, type CommitmentFacts } from './commitment.ts'

const token = { chainId: 42_431, address: '0x1', name: 'USD Coin', version: '2', decimals: 6 }
const accountId = 'acc_000000000000000000000001'
const wallet = (digit: string, chain = 42_431) => `wallet:eip155:${chain}:0x${digit.repeat(40)}`
const whole: CommitmentFacts = {
  accountId,
  payer: wallet('A'),
  payee: wallet('b'),
  pilotAccounts: null,
  token,
}

test('two wallets on the chain of the deployment can commit', () => {
  expect(assertCommittable(whole)).toEqual({
    payer: `0x${'a'.repeat(40)}`,
    payee: `0x${'b'.repeat(40)}`,
    token,
  })
  expect(assertCommittable({ ...whole, pilotAccounts: new Set([accountId]) })).toMatchObject({ token })
})

test('nothing is committed between addresses that nothing can be paid from or to', () => {
  const contract = { ...token, address: `0x${'c'.repeat(40)}` }
  for (const parties of [
    { payee: wallet('0') },
    { payer: wallet('0') },
    { payee: wallet('C') },
    { payer: wallet('b') },
  ]) {
    expect(() => assertCommittable({ ...whole, token: contract, ...parties })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        options: expect.objectContaining({ reason: 'unusable_address' }),
      }),
    )
  }
})

const unavailable = 'settlement_unavailable'
test.each<[string, Partial<CommitmentFacts>, string, string, RegExp]>([
  [
    'no chain',
    { token: null, payer: null },
    unavailable,
    'managed_settlement_disabled',
    /managed wallet settlement is not enabled in this deployment/i,
  ],
  [
    'an account outside the pilot',
    { pilotAccounts: new Set(), payer: null },
    unavailable,
    'pilot_gated',
    /production settlement access is pilot-gated for the account/i,
  ],
  [
    'a buyer without a wallet',
    { payer: null, payee: null },
    unavailable,
    'no_active_principal',
    /no active production principal on the configured network/i,
  ],
  [
    'a buyer on another chain',
    { payer: wallet('a', 1) },
    unavailable,
    'no_active_principal',
    /no active production principal/i,
  ],
  [
    'a provider without a wallet',
    { payee: null },
    'payout_destination_required',
    'no_payout_destination',
    /settlement address/,
  ],
  [
    'a provider on another chain',
    { payee: wallet('b', 8453) },
    'payout_destination_required',
    'no_payout_destination',
    /eip155:42431/,
  ],
])('%s is refused, in the words of the contract', (_, facts, code, reason, message) => {
  expect(() => assertCommittable({ ...whole, ...facts })).toThrow(
    expect.objectContaining({
      code,
      options: expect.objectContaining({ reason }),
      message: expect.stringMatching(message),
    }),
  )
})
