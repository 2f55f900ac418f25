/** A text in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** A page of its parts; those that are empty leave no gap. */
export function page(...parts: readonly (string | null)[]): string {
  return `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`
}

/** Each code between backticks as a link to what is documented of it. */
export function linkedCodes(text: string): string {
  return text.replaceAll(/`([a-z][a-z0-9_]+)`/g, (_, code: string) => `[\`${code}\`](/errors#${code})`)
}
