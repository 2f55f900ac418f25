import { readJson } from '@outturn/canonical'
import { EvidenceContent } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'

type KeptText = { readonly digest: string; readonly text: string }

/** What of the contents of a preview is short enough to be a part of its job: a job is written and read on event loops. */
export const previewInline = { each: 65_536, total: 262_144 }

/** Contents as a preview takes them: short ones in the job, and the others beside it, as the texts that they are. */
export function previewedContents(contents: readonly KeptText[]): {
  inline: RunJob['contents']
  beside: KeptText[]
} {
  const inline: RunJob['contents'] = {}
  const beside = new Map<string, KeptText>()
  let room = previewInline.total
  for (const content of contents) {
    const { digest, text } = content
    if (digest in inline || beside.has(digest)) continue
    const bytes = Buffer.byteLength(text)
    if (bytes > previewInline.each || bytes > room) {
      beside.set(digest, content)
      continue
    }
    room -= bytes
    inline[digest] = EvidenceContent.parse(readJson(text))
  }
  return { inline, beside: [...beside.values()] }
}
