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

const widestLine = 100

/** JSON in which what fits a line stays on it. */
export function compactJson(value: unknown, indent = ''): string {
  const short = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? 'null'
  if (typeof value !== 'object' || value === null || indent.length + short.length <= widestLine) return short
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((each) => compactJson(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${compactJson(each, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
}
