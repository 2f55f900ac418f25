import type { Side } from '@outturn/vocabulary'
import type { AttestationBody, OutcomeReceiptBody, SpoolView } from '@outturn/contracts'
import { acted, created } from '../e2e/agreement.ts'
import type { Send } from '../e2e/api.ts'
import type { Choices } from '../e2e/walk/random.ts'
import type { SpokenWord, SuppliedTable } from './delivered-truth.ts'
import { type Accounts, type Player, playersOf } from './players.ts'

export const totalUnits = 3
export const unitCents = 100

/** A receipt as it was issued, with what was true when it was. */
export interface IssuedReceipt {
  readonly receipt: NonNullable<OutcomeReceiptBody>
  readonly attestation: AttestationBody
  readonly earnedCents: number
}

/** One Spool that is played for, and what each player really did to it. */
export interface Game {
  readonly send: Send
  readonly spool: SpoolView
  readonly players: readonly Player[]
  /** Sides that must confirm the delivery. */
  readonly speakers: readonly Side[]
  readonly tables: SuppliedTable[]
  readonly words: SpokenWord[]
  /** Oldest first. */
  readonly issued: IssuedReceipt[]
  /** Disputes that are open; in a game none comes to its deadline. */
  readonly disputes: { readonly side: Side; readonly receiptId: string }[]
  /** What each player was last shown as evidence, by its name. */
  readonly looks: Map<Player['name'], readonly string[]>
  /** Whether evidence or a word was taken since the last verdict. */
  isChanged: boolean
  /** Whether the seller delivered since the last verdict. */
  isAnswered: boolean
  /** Cents settled against any receipt of this Spool. */
  settledCents: number
  /** What was done, for the report of a broken invariant. */
  readonly moves: string[]
}

const confirmedBy: readonly (readonly Side[])[] = [[], [], ['buyer'], ['buyer', 'provider']]

/** An agreement on three companies with an e-mail, accepted by the seller; people may have to confirm it. */
export async function openGame(send: Send, accounts: Accounts, choices: Choices): Promise<Game> {
  const speakers = choices.pick(confirmedBy)
  const isInvited = choices.below(2) === 0
  const { buyer, seller } = accounts
  const spool = await created(send, buyer.apiKey, {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme Sales', account_id: buyer.accountId },
      {
        role: 'seller',
        kind: 'agent',
        display_name: 'LeadBot',
        ...(!isInvited && { account_id: seller.accountId }),
      },
    ],
    value: { amount_cents: totalUnits * unitCents, currency: 'USD' },
    unitization: {
      total_units: totalUnits,
      unit_amount_cents: unitCents,
      identity: { source_key: 'company', visibility: 'pseudonymous' },
    },
    conditions: [
      {
        description: 'Every company has an e-mail.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['company', 'email'] },
      },
      ...(speakers.length === 0
        ? []
        : [
            {
              description: 'The delivery was looked at.',
              required: true,
              verification_method: 'human_confirmed' as const,
              ...(speakers.length === 2 && { confirmation_method: 'both_confirm' as const }),
            },
          ]),
    ],
  })
  const players = await playersOf(send, accounts, spool.id, { isInvited })
  const acceptor = players.find(({ side, scope }) => side === 'provider' && scope !== 'verify')
  await acted(send, acceptor?.key ?? '', `${spool.id}/accept`)
  return {
    ...{ send, spool, players, speakers, tables: [], words: [], issued: [], disputes: [], looks: new Map() },
    ...{ isChanged: true, isAnswered: false, settledCents: 0, moves: [] },
  }
}
