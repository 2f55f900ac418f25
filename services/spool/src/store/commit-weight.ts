import type { SpoolCommit } from './spool-commit.ts'

/** What a condition takes, most times; how long its check is, is not looked at. */
const conditionCharacters = 512

/** How much work a commit is for the database: the characters of its contents, its reply and the agreement of a new Spool. */
export function weightOf({ origin, evidence, before, spool }: SpoolCommit): number {
  const contents = evidence?.contents ?? []
  const agreed = before === null ? spool.agreement.conditions.length * conditionCharacters : 0
  return contents.reduce((sum, { text }) => sum + text.length, replyLength(origin) + agreed)
}

/** The reply to a change shows the Spool, and so tells how long its agreement is. */
function replyLength(origin: SpoolCommit['origin']): number {
  switch (origin.kind) {
    case 'command':
      return (typeof origin.reply === 'string' ? origin.reply : origin.reply?.text)?.length ?? 0
    case 'run':
      return origin.reply.text.length
    case 'event':
    case 'timer':
      return 0
    default:
      return origin satisfies never
  }
}
