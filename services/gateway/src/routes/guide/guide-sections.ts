/** A part of a page under one heading, short enough to be shown whole. */
export type GuideSection = { readonly page: string; readonly title: string; readonly text: string }

const longestSection = 2_000

/** The sections of a page of Markdown. A long one is several, between paragraphs or the rows of a table. */
export function sectionsOf(page: string, markdown: string): readonly GuideSection[] {
  const sections: GuideSection[] = []
  let title = page
  let lines: string[] = []
  let isCode = false
  const end = () => {
    const text = lines.join('\n').trim()
    if (text !== '') sections.push({ page, title, text })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    // The line that ends a block of code belongs to it.
    const wasCode = isCode
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^#{1,4} +(.+)$/.exec(line)
    const isLong = lines.reduce((sum, each) => sum + each.length + 1, line.length) > longestSection
    if (heading !== null || (isLong && !wasCode)) end()
    if (heading?.[1] === undefined) lines.push(line)
    else title = heading[1]
  }
  end()
  return sections
}
