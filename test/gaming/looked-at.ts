import { shownEvidence } from '../e2e/agreement.ts'
import type { Choices } from '../e2e/walk/random.ts'
import type { Game } from './game.ts'
import type { Player } from './players.ts'

/** What a player's word on the delivery says that the player looked at. */
export interface LookedAt {
  readonly named: { evidence_refs?: readonly string[] }
  /** For the report of a lost game. */
  readonly how: string
  /** Throws where the word, which was taken, names something else than what is there. */
  assertCurrent(): void
}

/** What the player sees now; at times what it saw earlier, or nothing, which must not count where something is there. */
export async function lookedAt(game: Game, { name, key }: Player, choices: Choices): Promise<LookedAt> {
  const shown = await shownEvidence(game.send, key, game.spool.id, game.spool.conditions[1]?.id)
  const earlier = game.looks.get(name) ?? shown
  game.looks.set(name, shown)
  const [how, refs] = choices.pick([
    ['on what is there', shown],
    ['on what is there', shown],
    ['on what is there', shown],
    ['on what is there', shown],
    ['on what it saw earlier', earlier],
    ['on nothing', undefined],
  ] as const)
  return {
    named: refs === undefined ? {} : { evidence_refs: refs },
    how,
    assertCurrent() {
      const told = JSON.stringify((refs ?? []).toSorted())
      if (told !== JSON.stringify(shown.toSorted())) throw new Error(`${name}'s word ${how} was taken`)
    },
  }
}
