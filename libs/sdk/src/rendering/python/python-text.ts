/** Longest line of the generated files, in characters. */
const maxColumns = 110

const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

/** Whether a member can be written as a name of Python. */
export function isPythonName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)
}

/** `condition_results` as `ConditionResults`. */
export function toClassName(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase())
}

/** A value of JSON that is a text, a whole number, a boolean or null, as a literal of Python. */
export function toLiteral(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  return JSON.stringify(value)
}

/** A docstring at this indentation; its lines break at blanks. */
export function docstring(text: string, indent: string): string[] {
  const plain = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trim()
  if (plain === '') return []
  const [only, ...rest] = plain.split('\n').flatMap((line) => wrap(line, maxColumns - indent.length - 6))
  if (only === undefined) return []
  // A quotation mark at the end would close the text too early.
  const end = (rest.at(-1) ?? only).endsWith('"') ? ' """' : '"""'
  if (rest.length === 0) return [`${indent}"""${only}${end}`]
  const lines = rest.map((line) => (line === '' ? '' : `${indent}${line}`))
  return [`${indent}"""${only}`, ...lines, `${indent}"""`]
}

/** A line of code that is too long, with breaks behind commas inside of its brackets. */
export function wrapCode(line: string): string[] {
  if (line.length <= maxColumns) return [line]
  const indent = `${/^ */.exec(line)?.[0] ?? ''}    `
  const lines = ['']
  // Parts end behind a comma and its blank; a comma inside of a text ends none.
  for (const part of line.match(/(?:"(?:[^"\\]|\\.)*"|[^",]|,(?! ))+(?:, )?|, /g) ?? [line]) {
    const last = lines.at(-1) ?? ''
    const isFull = last.length + part.trimEnd().length > maxColumns
    if (isFull && (lines.length > 1 || /[[(]/.test(last))) {
      lines[lines.length - 1] = last.trimEnd()
      lines.push(indent + part)
    } else {
      lines[lines.length - 1] = last + part
    }
  }
  return lines
}

function wrap(line: string, columns: number): string[] {
  const lines = ['']
  // The further lines of an item of a list stand under its text.
  const start = line.startsWith('- ') ? '  ' : ''
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length > columns) lines.push(start + word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** The first lines of every generated file. */
export function fileHeader(description: string): string[] {
  return [
    `"""${description}`,
    '',
    'Rendered from the OpenAPI document by `npm run render:clients`. Do not edit.',
    '"""',
    '',
    'from __future__ import annotations',
    '',
  ]
}
