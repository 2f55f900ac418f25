import { mostWeight } from '@outturn/postgres'
import type { SpoolCommit } from './spool-commit.ts'

/** Characters from which a content travels beside the other parameters of its statement, in which it is alone. */
const longText = mostWeight

type Content = NonNullable<SpoolCommit['evidence']>['contents'][number]

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
