/** Counts the turns of the event loop from now on, until it is stopped. */
export function countTurns(): { turn(): number; stop(): void } {
  let turn = 0
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  return { turn: () => turn, stop: () => clearImmediate(counting) }
}
