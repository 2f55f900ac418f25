import type { Send } from '../e2e/api.ts'
import { choicesOf } from '../e2e/walk/random.ts'
import { checkDocuments } from './check-documents.ts'
import { openGame } from './game.ts'
import { moves } from './moves.ts'
import type { Accounts } from './players.ts'
import { playSplit } from './split-delivery.ts'

const movesPerGame = 18
/** One game of so many is about the labels of a delivery. */
const splitEvery = 5

/**
 * Plays one game: everyone tries what comes to mind, in an order that the seed decides. Throws, with all that was done, at
 * the first verdict, document or payment that what was really delivered and said does not bear out.
 */
export async function play(send: Send, accounts: Accounts, seed: number): Promise<void> {
  if (seed % splitEvery === 0) return playSplit(send, accounts, seed)
  const choices = choicesOf(seed)
  const game = await openGame(send, accounts, choices)
  try {
    for (let turn = 0; turn < movesPerGame; turn += 1) {
      await choices.pick(moves)(game, choices.pick(game.players), choices)
    }
    await checkDocuments(game)
  } catch (error) {
    throw new Error(`game ${seed} of ${game.spool.id}:\n${game.moves.join('\n')}`, { cause: error })
  }
}
