/** A comment of TypeScript above what follows it; only the first paragraph of each text, and nothing without a text. */
export function docComment(texts: readonly (string | undefined)[]): string {
  const lines = texts.flatMap((text) => (text === undefined || text === '' ? [] : firstParagraph(text)))
  if (lines.length === 0) return ''
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'))
  if (safe.length === 1) return `/** ${safe[0]} */\n`
  return `/**\n${safe.map((line) => (line === '' ? ' *' : ` * ${line}`)).join('\n')}\n */\n`
}

function firstParagraph(text: string): string[] {
  return (text.split('\n\n')[0] ?? '').split('\n')
}
