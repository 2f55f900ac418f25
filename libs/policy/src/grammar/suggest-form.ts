import { checkers } from '@outturn/checkers'

const byRank = checkers.toSorted((one, other) => other.topic.rank - one.topic.rank)

/** A sentence that shows the nearest form, or the choice of all when the text is about none of them. */
export function suggestForm(text: string): string {
  const nearest = byRank.find(({ topic }) => topic.words.test(text))?.forms[0]
  if (nearest !== undefined) {
    return `write it as in ${JSON.stringify(nearest.example)}, or send an object with description and deterministic_check`
  }
  const names = checkers.map(({ name }) => name).join(', ')
  return `send an object with description and deterministic_check, whose checker is one of ${names}`
}
