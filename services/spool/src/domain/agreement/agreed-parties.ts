import { unprocessable } from '@outturn/contracts'
import { assertAddressChecksum } from './checksummed-address.ts'
import type { PartyDraft } from './agreement-draft.ts'
import { agreedName, comparableName } from './party-name.ts'
import type { Party } from '../model/spool.ts'
import { sideOf } from '../model/viewer.ts'
import { assertUsableAddresses } from './usable-addresses.ts'

export type PartyFacts = {
  /** The account that asks. */
  accountId: string
  /** Those of the other accounts that the parties name which exist and can act. */
  activeAccounts: ReadonlySet<string>
  /** Addresses that are of no party, in lower case. */
  reservedAddresses?: readonly string[]
  partyId: (index: number) => string
}

/** Accounts that a draft names beside that of the caller. */
export function otherAccountsOf(inputs: readonly PartyDraft[], accountId: string): string[] {
  return inputs.flatMap((input) =>
    input.accountId === undefined || input.accountId === accountId ? [] : [input.accountId],
  )
}

/** The two parties, the creator's bound to its account; refuses names, roles and accounts that do not make two sides. */
export function agreedParties(
  inputs: readonly PartyDraft[],
  { accountId: creatorAccountId, activeAccounts, reservedAddresses = [], partyId }: PartyFacts,
): Party[] {
  const names = inputs.map(({ displayName, nameField }) =>
    nameField === null ? displayName : agreedName(displayName, nameField),
  )
  assertDifferentNames(names, inputs)
  assertTwoSides(inputs)
  inputs.forEach((input, index) => {
    const { settlementAddress: address } = input
    if (address !== undefined) {
      assertAddressChecksum(
        address.slice(address.lastIndexOf(':') + 1),
        `parties[${index}].settlement_address`,
      )
    }
  })
  assertUsableAddresses(
    inputs.map(({ settlementAddress }) => settlementAddress),
    reservedAddresses,
  )
  assertActiveAccounts(inputs, creatorAccountId, activeAccounts)
  const creator = creatorAmong(inputs, creatorAccountId)
  return inputs.map((input, index) => ({
    partyId: partyId(index),
    role: input.role,
    kind: input.kind,
    displayName: names[index] as string,
    accountId: input === creator ? creatorAccountId : (input.accountId ?? null),
    ...(input.settlementAddress !== undefined && { settlementAddress: input.settlementAddress }),
    ...(input.contact !== undefined && { contact: input.contact }),
    ...(input.processorAccountId !== undefined && { processorAccountId: input.processorAccountId }),
  }))
}

/** A party whose account no one holds could never act; and a mistyped one of the caller's would make it the other side. */
function assertActiveAccounts(inputs: readonly PartyDraft[], own: string, active: ReadonlySet<string>): void {
  inputs.forEach(({ accountId }, index) => {
    if (accountId === undefined || accountId === own || active.has(accountId)) return
    throw unprocessable(
      `parties[${index}].account_id`,
      `There is no active account ${accountId.slice(0, 80)}.`,
      {
        remediation:
          'Send the id of an account that holds a key, or leave account_id out and invite the party.',
      },
    )
  })
}

/** The party that names the caller's account, else the first that names none. */
function creatorAmong(inputs: readonly PartyDraft[], accountId: string): PartyDraft {
  const own = inputs.filter((input) => input.accountId === accountId)
  if (own.length > 1) {
    throw unprocessable(
      'parties[1].account_id',
      'Both parties name your account; one account is one party.',
      {
        remediation: 'Leave account_id out of the party that is not you.',
      },
    )
  }
  const creator = own[0] ?? inputs.find((input) => input.accountId === undefined)
  if (creator === undefined) {
    throw unprocessable('parties', 'Both parties name accounts, and neither is yours.', {
      remediation: 'Leave account_id out of the party that you act for.',
    })
  }
  return creator
}

function assertDifferentNames(names: readonly string[], inputs: readonly PartyDraft[]): void {
  const [first, second] = names.map(comparableName)
  if (first !== second) return
  throw unprocessable(inputs[1]?.nameField ?? 'parties', 'Both parties have the same name.', {
    remediation:
      'Give each party a name that differs by more than case, width, space or invisible characters.',
  })
}

function assertTwoSides(inputs: readonly PartyDraft[]): void {
  const [first, second] = inputs.map(({ role }) => role)
  if (first === undefined || second === undefined || sideOf(first) !== sideOf(second)) return
  throw unprocessable('parties[1].role', `${first} and ${second} are the same side.`, {
    remediation: 'One party is the buyer or client, the other the seller or provider.',
  })
}
