import type { DisputeView } from '@outturn/contracts'
import { indexOf, type Move, note, path } from './move.ts'
import { totalUnits } from './game.ts'

/** Disputes that a side may open of one Spool. */
const maxDisputes = 5

/** What a party claims to dispute: units and conditions that are there, or that are not. */
const claims = [
  [{}, true],
  [{ units: [1] }, true],
  [{ units: [1, 1] }, false],
  [{ units: [totalUnits + 1] }, false],
  [{ condition_ids: [`cond_${'0'.repeat(24)}`] }, false],
] as const

/** Disputes one of the receipts there ever were, to hold what was earned. */
export const dispute: Move = async (game, player, choices) => {
  if (game.issued.length === 0) return
  const { receipt } = choices.pick(game.issued)
  const [claim, isSound] = choices.pick(claims)
  const answer = await game.send<DisputeView>(`/api/v1/receipts/${receipt.id}/disputes`, {
    key: player.key,
    body: { reason: 'quality', detail: 'It is not as agreed.', requested: 're_verify', ...claim },
  })
  const what = `${JSON.stringify(claim)} of receipt ${indexOf(game, receipt.id)}`
  note(game, player, `disputes ${what}`, answer)
  if (answer.status !== 201) return
  const { side, scope } = player
  const own = game.disputes.filter((each) => each.side === side)
  const isRepeated = own.some(({ receiptId }) => receiptId === receipt.id)
  const isNewest = receipt.id === game.issued.at(-1)?.receipt.id
  if (
    side === null ||
    scope === 'verify' ||
    !isSound ||
    !isNewest ||
    isRepeated ||
    own.length >= maxDisputes
  ) {
    throw new Error(`${player.name} could dispute ${what}`)
  }
  game.disputes.push({ side, receiptId: receipt.id })
}

/** Ends a Spool that the other side disputes, or to which the player has no right. */
export const endDisputed: Move = async (game, player, choices) => {
  const { side, scope } = player
  const mayEnd = scope === 'full' && side !== null && game.disputes.every((opened) => opened.side === side)
  // Who may end the game is not let do so: there would be nothing left to play for.
  if (mayEnd) return
  const action = choices.pick(['abandon', 'cancel'])
  const answer = await game.send(path(game, action), { method: 'POST', key: player.key })
  note(game, player, `tries to ${action}`, answer)
  if (answer.status < 400) throw new Error(`${player.name} could ${action}: ${answer.text}`)
}
