import type { SpoolCommit } from './spool-commit.ts'

/** Characters of contents and reply, or bytes of a packed reply, from which others do not wait for the statement that writes them. */
const longText = 131_072

type Content = NonNullable<SpoolCommit['evidence']>['contents'][number]

/** Whether a commit is so much work for the database that it has a statement of its own. */
export function isLargeCommit({ origin, evidence }: SpoolCommit): boolean {
  const contents = evidence?.contents ?? []
  return contents.reduce((sum, { text }) => sum + text.length, replyLength(origin)) > longText
}

/** The reply to a change shows the Spool, and so tells how long its agreement is. */
function replyLength(origin: SpoolCommit['origin']): number {
  switch (origin.kind) {
    case 'command':
      return origin.reply?.length ?? 0
    case 'run':
      return origin.reply.text.length
    case 'event':
    case 'timer':
      return 0
    default:
      return origin satisfies never
  }
}

function isLong({ text }: Content): boolean {
  return text.length > longText
}

/**
 * The commits of a wave, and in UTF-8 the long content of a commit that is alone: within the JSON of its item it would be escaped,
 * and read twice by the database. An empty text stands for it there; no content is empty.
 */
export function withoutLongText(wave: readonly SpoolCommit[]): {
  commits: readonly SpoolCommit[]
  text: Buffer | null
} {
  const [commit, ...others] = wave
  const contents = commit?.evidence?.contents ?? []
  const long = contents.find(isLong)
  if (commit?.evidence === undefined || long === undefined || others.length > 0) {
    return { commits: wave, text: null }
  }
  const evidence = {
    ...commit.evidence,
    contents: contents.map((content) => (content === long ? { ...content, text: '' } : content)),
  }
  return { commits: [{ ...commit, evidence }], text: Buffer.from(long.text) }
}
