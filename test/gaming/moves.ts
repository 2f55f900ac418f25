import type { Consumption, CreatedSpool, SupersededReceipt, VerifiedSpool } from '@outturn/contracts'
import type { Choices } from '../e2e/walk/random.ts'
import { nameOfDelivery, type Row } from './delivered-truth.ts'
import { dispute, endDisputed } from './dispute-moves.ts'
import { type Game, totalUnits, unitCents } from './game.ts'
import { judgeRun } from './judge-run.ts'
import { indexOf, type Move, note, otherSide, path } from './move.ts'
import type { Player } from './players.ts'
import { lookedAt } from './looked-at.ts'

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
  const answer = await game.send<CreatedSpool>(path(game, 'evidence'), {
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
    game.isChanged = true
    if (player.side === 'provider') game.isAnswered = true
    assertSenderShown(game, player, answer.json)
  }
}

/** Both parties are told who sent an item, in whose name soever. */
function assertSenderShown({ spool }: Game, { name, side }: Player, { evidence }: CreatedSpool): void {
  const sender = spool.parties.find(({ role }) => (role === 'buyer') === (side === 'buyer'))
  const shown = evidence.at(-1)?.supplied_by
  if (shown !== sender?.party_id) throw new Error(`what ${name} sent is shown as sent by ${shown}`)
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
  const looked = await lookedAt(game, player, choices)
  const answer = await game.send(path(game, 'evidence'), {
    key: player.key,
    body: {
      condition_id: condition.id,
      type: 'confirmation',
      source: 'word',
      metadata: { method: methodOf(game), outcome, ...looked.named },
      ...(claimed !== undefined && { on_behalf_of: claimed }),
    },
  })
  note(game, player, `says ${outcome} for ${claimed ?? 'itself'} ${looked.how}`, answer)
  if (answer.status === 200) {
    game.isChanged = true
    looked.assertCurrent()
  }
  if (answer.status === 200 && player.side !== null && claimed === undefined) {
    game.words.push({ speaker: player.side, outcome, delivery: nameOfDelivery(game.tables) })
  }
}

/** A run over what there is, with or without a word of the player's own. */
const verify: Move = async (game, player, choices) => {
  const condition = game.spool.conditions[1]
  const outcome = choices.pick(['passed', 'passed', 'failed', 'waived'] as const)
  const isSpeaking = condition !== undefined && choices.below(2) === 0
  const looked = isSpeaking ? await lookedAt(game, player, choices) : null
  const confirmations = isSpeaking
    ? [
        {
          condition_id: condition.id,
          method: methodOf(game),
          outcome,
          evidence_refs: [],
          ...looked?.named,
        },
      ]
    : []
  const answer = await game.send<VerifiedSpool>(path(game, 'verify'), {
    key: player.key,
    body: { confirmations },
  })
  note(game, player, looked === null ? 'verifies' : `verifies and says ${outcome} ${looked.how}`, answer)
  if (answer.status !== 200) return
  looked?.assertCurrent()
  if (isSpeaking) game.isChanged = true
  if (game.disputes.length > 0 && !game.isAnswered) throw new Error('a run judged anew what is in dispute')
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
  if (game.disputes.length > 0) throw new Error('a settlement was recorded while a dispute holds it')
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
  game.isChanged = true
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
  dispute,
  endDisputed,
]

function methodOf({ speakers }: Game) {
  return speakers.length === 2 ? ('both_confirm' as const) : ('buyer_confirm' as const)
}
