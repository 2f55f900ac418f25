import { join } from 'node:path'
import type { GrantTerms, SettlementGrant, SettlementGrantTemplate } from '@outturn/contracts'
import {
  dollarAddress,
  installGrants,
  localAccounts,
  type LocalGrants,
} from '@outturn/local-servers/payments'
import { hash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { evmGrantChain } from '../adapters/evm-grant-chain.ts'
import type { SettlementDeps } from '../deps.ts'
import type { GrantChain } from '../domain/grants/grant-chain.ts'
import { permissionStruct } from '../domain/grants/spend-permission.ts'
import { handleOfferGrant } from '../handlers/grants/offer-grant.ts'
import { handleRecordGrant } from '../handlers/grants/record-grant.ts'
import { quiet } from './open-deps.ts'
import { answerOf, context, settlementChainId, settlementRig, type Story } from './settlement-rig.ts'

const folder = join(import.meta.dirname, '../../../../.outturn/payments')

/** A settlement under a grant: the buyer of the story is the owner of a wallet that is a contract. */
export type GrantStory = Story & { readonly wallet: Address; readonly terms: GrantTerms }

/** A rig whose chain has a permission manager and a settler, with `grants` in all that it opens. */
export async function grantRig() {
  const rig = await settlementRig()
  const local: LocalGrants = await installGrants(rig.local, folder)

  function grantChain(
    confirmations = 1,
    settler = local.settler,
    finalBlocks: number | null = confirmations,
  ): GrantChain {
    const settings = {
      rpcUrl: rig.local.rpcUrl,
      chainId: settlementChainId,
      token: dollarAddress,
      manager: local.manager,
      settler,
      operator: localAccounts.facilitator.address,
      confirmations,
      finalBlocks,
    }
    return evmGrantChain(settings, quiet)
  }

  const grants = grantChain()
  await grants.check()
  const open: typeof rig.open = (changes, seen) => rig.open({ grants, ...changes }, seen)

  /** A buyer with a wallet that is a contract and holds exactly what it will owe, and a seller. */
  async function story(name: string, amounts = {}): Promise<GrantStory> {
    const drafted = await rig.drafted(name, amounts)
    const wallet = await local.newWallet(drafted.buyer)
    const owed = BigInt(drafted.earnedCents + drafted.feeCents) * 10_000n
    await rig.local.fund(wallet, owed)
    const terms: GrantTerms = {
      spoolId: drafted.spoolId,
      accountId: `acc_${'1'.repeat(24)}`,
      payer: `wallet:eip155:${settlementChainId}:${wallet}`,
      maximumAllInCents: drafted.earnedCents + drafted.feeCents + 50,
      quoteDigest: `sha256:${hash('sha256', name)}`,
      agreementHash: hash('sha256', `${name} agreement`),
      expiresAt: null,
    }
    return { ...drafted, mode: 'unattended_outcome_settlement', payer: wallet, wallet, terms }
  }
  return { ...rig, open, steady: open(), grants, grantChain, localGrants: local, story }
}

export async function template(
  deps: SettlementDeps,
  { terms }: GrantStory,
): Promise<SettlementGrantTemplate> {
  return answerOf(await handleOfferGrant(deps)(terms, context))
}

/** The signature of the owner over what is asked for. */
export function signPermission(
  { buyer }: Pick<GrantStory, 'buyer'>,
  { typed_data: data }: SettlementGrantTemplate,
): Promise<Hex> {
  return buyer.account.signTypedData(data as never)
}

type Granting = { signature?: string; approval_tx_hash?: string }

/** Grants what is asked for: by the owner's signature, unless something else is sent. */
export async function grant(
  deps: SettlementDeps,
  story: GrantStory,
  by: Granting | null = null,
): Promise<SettlementGrant> {
  const asked = await template(deps, story)
  const request = {
    permission: asked.permission,
    ...(by ?? { signature: await signPermission(story, asked) }),
  }
  return answerOf(await handleRecordGrant(deps)({ terms: story.terms, request }, context))
}

/** Has the wallet of a story approve or revoke what is asked for now; the transaction. */
export async function byWallet(
  local: LocalGrants,
  deps: SettlementDeps,
  story: GrantStory,
  call: 'approve' | 'revoke',
): Promise<Hex> {
  const { permission } = await template(deps, story)
  return local.byWallet(story.buyer, story.wallet, call, permissionStruct(permission))
}
