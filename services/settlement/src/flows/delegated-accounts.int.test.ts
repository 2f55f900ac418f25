import { type LocalChain, multicallAddress, payerOf } from '@outturn/local-servers/payments'
import { type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { grant, grantRig, type GrantStory, signPermission, template } from '../testing/grant-rig.ts'
import {
  commit,
  decide,
  refusal,
  send,
  settlementChainId,
  signAll,
  signed,
  type Story,
  summary,
} from '../testing/settlement-rig.ts'

// Buyers whose address has code: wallets that are contracts (ERC-1271), and plain keys that delegate to one (EIP-7702).

const rig = await grantRig()
const { steady, localGrants } = rig
const local: LocalChain = rig.local
let passedMs = 0

async function expectSettled(story: Story): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    passedMs += 60_000
    await advanceSettlements(steady, new Date(Date.now() + passedMs))
    await local.untilMined()
  }
  expect((await summary(steady, story)).state).toBe('settled')
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
}

/** A story whose buyer grants over the very address of its key. */
async function ofKey(name: string): Promise<GrantStory> {
  const story = await rig.story(name)
  const { address } = story.buyer.account
  const payer = `wallet:eip155:${settlementChainId}:${address}`
  return { ...story, payer: address, wallet: address, terms: { ...story.terms, payer } }
}

/** As a wallet wraps its signature that is deployed by its first transaction (ERC-6492). */
const wrapped = (signature: string): Hex => `${signature as Hex}${'6492'.repeat(16)}`

/** Why signatures are refused, in words. */
const wordsOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    (error: Error) => error.message,
  )

test('a wallet that is a contract signs the legs by its own word', async () => {
  const story: Story = { ...(await rig.story('contract')), mode: 'direct_eip3009' }
  await commit(steady, story)
  await decide(steady, story)
  await signAll(steady, story)
  await expectSettled(story)
})

test('a key that delegates to a contract which confirms its signatures settles like any wallet: by legs and by a grant', async () => {
  const byLegs = await rig.due('delegated')
  await localGrants.delegate(byLegs.buyer)
  expect(await local.client().getCode({ address: byLegs.payer })).toMatch(/^0xef0100/)
  await signAll(steady, byLegs)
  await expectSettled(byLegs)
  const byGrant = await ofKey('delegated grant')
  await localGrants.delegate(byGrant.buyer)
  expect((await grant(steady, byGrant)).state).toBe('recorded')
  await commit(steady, byGrant)
  await decide(steady, byGrant)
  await expectSettled(byGrant)
})

test('the signature of a key is refused, and the cause told, while it delegates to a contract that does not confirm it', async () => {
  const story = await rig.due('denied')
  await localGrants.delegate(story.buyer, multicallAddress)
  const legs = await signed(story, (await summary(steady, story)).requiredLegs)
  expect(await refusal(send(steady, story, legs))).toBe('validation_failed legs[0].signature')
  expect(await wordsOf(send(steady, story, legs))).toMatch(new RegExp(`${multicallAddress}.*EIP-7702`, 'i'))
  expect((await summary(steady, story)).state).toBe('awaiting_signature')
  await localGrants.delegate(story.buyer, zeroAddress)
  await send(steady, story, legs)
  await expectSettled(story)
  const byGrant = await ofKey('denied grant')
  await localGrants.delegate(byGrant.buyer, multicallAddress)
  expect(await refusal(grant(steady, byGrant))).toBe('validation_failed signature')
  await localGrants.delegate(byGrant.buyer)
  expect((await grant(steady, byGrant)).state).toBe('recorded')
})

test('signatures that are wrapped for an account which is not deployed yet are refused by that name', async () => {
  const story = await rig.due('wrapped')
  const [first, second] = await signed(story, (await summary(steady, story)).requiredLegs)
  if (first === undefined || second === undefined) throw new Error('two legs are asked for')
  const legs = [{ ...first, signature: wrapped(first.signature) }, second]
  expect(await refusal(send(steady, story, legs))).toBe('validation_failed legs[0].signature')
  expect(await wordsOf(send(steady, story, legs))).toContain('ERC-6492')
  const undeployed = await ofKey('undeployed')
  const signature = wrapped(await signPermission({ buyer: payerOf() }, await template(steady, undeployed)))
  expect(await refusal(grant(steady, undeployed, { signature }))).toBe('validation_failed permission.account')
  expect(await wordsOf(grant(steady, undeployed, { signature }))).toContain('ERC-6492')
})
