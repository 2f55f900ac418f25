import type { SpoolCommit } from './spool-commit.ts'

/** Characters of a content, or bytes of a packed reply, from which others do not wait for the statement that writes it. */
const longText = 131_072

type Content = NonNullable<SpoolCommit['evidence']>['contents'][number]

/** Whether a commit is so much work for the database that it has a statement of its own. */
export function isLargeCommit({ origin, evidence }: SpoolCommit): boolean {
  if (evidence?.contents.some(isLong) === true) return true
  return origin.kind === 'run' && origin.reply.text.length > longText
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
