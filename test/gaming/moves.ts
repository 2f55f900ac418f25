import type { Side } from '@outturn/vocabulary'
import type { Consumption, SupersededReceipt, VerifiedSpool } from '@outturn/contracts'
import { shownEvidence } from '../e2e/agreement.ts'
import type { HttpAnswer } from '../e2e/api.ts'
import type { Choices } from '../e2e/walk/random.ts'
import { nameOfDelivery, type Row } from './delivered-truth.ts'
import { type Game, totalUnits, unitCents } from './game.ts'
import { judgeRun } from './judge-run.ts'
import type { Player } from './players.ts'

/** One thing that a player tries; what of it succeeded is recorded in the game. */
export type Move = (game: Game, player: Player, choices: Choices) => Promise<void>

const tables: Readonly<Record<string, (choices: Choices) => readonly Row[]>> = {
  whole: () => companies(totalUnits),
  short: () => companies(totalUnits - 1),
  surplus: () => companies(totalUnits + 2),
  flawed: ({ below }) =>
    companies(totalUnits).map((row, index) => (index === below(totalUnits) ? { ...row, email: '' } : row)),
  repeated: () => Array.from({ length: totalUnits }, () => companies(1)[0] as Row),
  nameless: () => companies(totalUnits).map(({ email = '' }) => ({ email })),
  renamed: ({ below }) =>
    companies(totalUnits).map((row) => ({ ...row, company: `${row['company']} ${below(100)}` })),
}

function companies(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    company: `Company ${index + 1}`,
    email: `sales@company-${index + 1}.example`,
  }))
}

const path = ({ spool }: Game, action: string) => `/api/v1/spools/${spool.id}/${action}`
const otherSide = (side: Side): Side => (side === 'buyer' ? 'provider' : 'buyer')

/** Evidence of the delivery, in the player's own name, the other's or none. */
const supply: Move = async (game, player, choices) => {
  const kind = choices.pick(Object.keys(tables))
  const rows = tables[kind]?.(choices) ?? []
  const source = choices.pick(['export', 'export', 'export', 'second export'])
  const claimed = choices.pick([
    undefined,
    undefined,
    ...(player.side === null ? [] : [player.side, otherSide(player.side)]),
  ])
  const answer = await game.send(path(game, 'evidence'), {
    key: player.key,
    body: {
      condition_id: game.spool.conditions[0]?.id,
      type: 'dataset',
      source,
      metadata: { rows },
      ...(claimed !== undefined && { on_behalf_of: claimed }),
    },
  })
  note(game, player, `supplies a ${kind} table as ${source} for ${claimed ?? 'itself'}`, answer)
  if (answer.status === 200 && player.side !== null) {
    game.tables.push({
      number: game.tables.length,
      supplier: player.side,
      named: claimed ?? player.side,
      source,
      rows,
    })
  }
}

/** A person's word on the delivery, as evidence. */
const confirm: Move = async (game, player, choices) => {
  const condition = game.spool.conditions[1]
  if (condition === undefined) return
  const outcome = choices.pick(['passed', 'passed', 'failed', 'waived'] as const)
  const claimed = choices.pick([
    undefined,
    undefined,
    ...(player.side === null ? [] : [otherSide(player.side)]),
  ])
  const answer = await game.send(path(game, 'evidence'), {
    key: player.key,
    body: {
      condition_id: condition.id,
      type: 'confirmation',
      source: 'word',
      metadata: { method: methodOf(game), outcome, ...(await named(game, player, choices)) },
      ...(claimed !== undefined && { on_behalf_of: claimed }),
    },
  })
  note(game, player, `says ${outcome} for ${claimed ?? 'itself'}`, answer)
  if (answer.status === 200 && player.side !== null && claimed === undefined) {
    game.words.push({ speaker: player.side, outcome, delivery: nameOfDelivery(game.tables) })
  }
}

/** The evidence that the player sees; at times nothing, which confirms nothing that is there. */
async function named({ send, spool }: Game, { key }: Player, choices: Choices): Promise<object> {
  if (choices.below(8) === 0) return {}
  return { evidence_refs: await shownEvidence(send, key, spool.id, spool.conditions[1]?.id) }
}

/** A run over what there is, with or without a word of the player's own. */
const verify: Move = async (game, player, choices) => {
  const condition = game.spool.conditions[1]
  const outcome = choices.pick(['passed', 'passed', 'failed', 'waived'] as const)
  const isSpeaking = condition !== undefined && choices.below(2) === 0
  const confirmations = isSpeaking
    ? [
        {
          condition_id: condition.id,
          method: methodOf(game),
          outcome,
          evidence_refs: [],
          ...(await named(game, player, choices)),
        },
      ]
    : []
  const answer = await game.send<VerifiedSpool>(path(game, 'verify'), {
    key: player.key,
    body: { confirmations },
  })
  note(game, player, isSpeaking ? `verifies and says ${outcome}` : 'verifies', answer)
  if (answer.status !== 200) return
  if (isSpeaking && player.side !== null) {
    game.words.push({ speaker: player.side, outcome, delivery: nameOfDelivery(game.tables) })
  }
  judgeRun(game, answer.json)
}

/** Settles money against one of the receipts there ever were. */
const settle: Move = async (game, player, choices) => {
  if (game.issued.length === 0) return
  const { receipt } = choices.pick(game.issued)
  const cents = choices.pick([unitCents, 2 * unitCents, totalUnits * unitCents])
  const answer = await game.send<Consumption>(`/api/v1/receipts/${receipt.id}/consumptions`, {
    key: player.key,
    body: {
      consumer: 'the payer, truly',
      purpose: 'settlement',
      reference: `payment ${game.moves.length}`,
      amount: `${cents / 100}.00`,
    },
  })
  note(game, player, `settles ${cents} cents by receipt ${indexOf(game, receipt.id)}`, answer)
  if (answer.status !== 201) return
  game.settledCents += cents
  const newest = game.issued.at(-1)
  const isAllowed = player.side === 'buyer' && player.scope === 'full' && receipt.id === newest?.receipt.id
  if (!isAllowed || game.settledCents > newest.earnedCents) {
    throw new Error(`paid ${game.settledCents} cents by ${player.name} of ${newest?.earnedCents} earned`)
  }
}

/** Replaces a receipt by a run over the evidence as it is. */
const supersede: Move = async (game, player, choices) => {
  if (game.issued.length === 0) return
  const { receipt } = choices.pick(game.issued)
  const answer = await game.send<SupersededReceipt>(`/api/v1/receipts/${receipt.id}/supersede`, {
    key: player.key,
    body: { reason: 'evidence_error', advisory: 'Looked at again.' },
  })
  note(game, player, `supersedes receipt ${indexOf(game, receipt.id)}`, answer)
  if (answer.status !== 201) return
  if (player.name !== 'buyer') throw new Error(`${player.name} superseded a receipt`)
  judgeRun(game, answer.json)
}

/** Actions that an accepted Spool has no room for, by players who have no right to them. */
const meddle: Move = async (game, player, choices) => {
  const [action, body] = choices.pick([
    ['accept', {}],
    ['decline', {}],
    ['propose', {}],
    ['amend', { unitization: { total_units: 1, unit_amount_cents: totalUnits * unitCents } }],
    ['invite', {}],
  ] as const)
  const answer = await game.send(path(game, action), { method: 'POST', key: player.key, body })
  note(game, player, `tries to ${action}`, answer)
  const isHarmless = action === 'propose' && answer.status < 300
  if (answer.status < 400 && !isHarmless) throw new Error(`${player.name} could ${action}: ${answer.text}`)
}

/** Looks for what the Spool has, by every id there is of it. */
const pry: Move = async (game, player) => {
  if (player.side !== null) return
  const ids = game.issued.map(({ receipt }) => receipt.id)
  const paths = [
    `/api/v1/spools/${game.spool.id}`,
    path(game, 'events'),
    path(game, 'quote'),
    ...ids.flatMap((id) => [`/api/v1/receipts/${id}`, `/api/v1/receipts/${id}/bundle`]),
  ]
  for (const each of paths) {
    const { status, text } = await game.send(each, { key: player.key })
    const expected = player.key === undefined ? 401 : 404
    if (status !== expected) throw new Error(`${player.name} read ${each}: ${status} ${text}`)
  }
}

export const moves: readonly Move[] = [
  supply,
  supply,
  supply,
  confirm,
  confirm,
  verify,
  verify,
  verify,
  settle,
  settle,
  supersede,
  meddle,
  pry,
]

function methodOf({ speakers }: Game) {
  return speakers.length === 2 ? ('both_confirm' as const) : ('buyer_confirm' as const)
}

const indexOf = ({ issued }: Game, id: string) => issued.findIndex(({ receipt }) => receipt.id === id) + 1

function note(game: Game, player: Player, what: string, { status, json }: HttpAnswer): void {
  const code = (json as { code?: string; reason?: string } | null)?.code ?? ''
  game.moves.push(`${player.name} ${what}: ${status} ${code}`.trim())
  if (status >= 500) throw new Error(`${player.name} ${what}: ${status} ${JSON.stringify(json)}`)
}
