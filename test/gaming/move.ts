import type { Side } from '@outturn/vocabulary'
import type { HttpAnswer } from '../e2e/api.ts'
import type { Choices } from '../e2e/walk/random.ts'
import type { Game } from './game.ts'
import type { Player } from './players.ts'

/** One thing that a player tries; what of it succeeded is recorded in the game. */
export type Move = (game: Game, player: Player, choices: Choices) => Promise<void>

export const path = ({ spool }: Game, action: string) => `/api/v1/spools/${spool.id}/${action}`

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'provider' : 'buyer')

/** The place of a receipt in the game, 1 for the first. */
export const indexOf = ({ issued }: Game, id: string) =>
  issued.findIndex(({ receipt }) => receipt.id === id) + 1

/** Writes a move and its answer down; an answer that says the service failed loses the game. */
export function note(game: Game, player: Player, what: string, { status, json }: HttpAnswer): void {
  const { code = '', reason = '' } = (json as { code?: string; reason?: string } | null) ?? {}
  game.moves.push(`${player.name} ${what}: ${status} ${code} ${reason}`.trim())
  if (status >= 500) throw new Error(`${player.name} ${what}: ${status} ${JSON.stringify(json)}`)
}
