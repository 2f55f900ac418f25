import { readFileSync } from 'node:fs'
import type { PolicyPart } from '../policy-part.ts'

/** One text of a corpus with the lines that say how it is read; `line` is where it stands in its file. */
export interface CorpusText {
  readonly line: number
  readonly source: string
  readonly fields: readonly string[]
  readonly expected: readonly string[]
}

/** Reads a corpus: blocks of a text and the lines that are expected of it. */
export function readCorpus(file: string): readonly CorpusText[] {
  const texts: { line: number; source: string; fields: string[]; expected: string[] }[] = []
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  lines.forEach((line, index) => {
    if (line === '' || line.startsWith('#')) return
    if (line.startsWith('> ')) {
      const source = line.slice(2).replaceAll(String.raw`\n`, '\n')
      texts.push({ line: index + 1, source, fields: [], expected: [] })
      return
    }
    const text = texts.at(-1)
    if (text === undefined) throw new Error(`${file}:${index + 1} stands before any text`)
    if (line.startsWith('fields: ')) text.fields.push(...line.slice('fields: '.length).split(', '))
    else if (/^(?:\+\??|[$?!=~]) /.test(line)) text.expected.push(line)
    else throw new Error(`${file}:${index + 1} is no line of a corpus: ${line}`)
  })
  return texts
}

/** A part as a corpus writes it. */
export function corpusLine(part: PolicyPart): string {
  const text = JSON.stringify(part.span.text)
  switch (part.kind) {
    case 'condition':
      return `${part.required ? '+' : '+?'} ${text} ${checkText(part.check)}`
    case 'amount':
      return `$ ${text} ${Object.values(part.amount).join(' ')}`
    case 'ambiguity':
      return `? ${part.path} ${JSON.stringify(part.phrase)}`
    case 'unsupported':
      return `! ${part.method} ${text}`
    case 'term':
      return `= ${text}`
    case 'connective':
      return `~ ${text}`
    default:
      return part satisfies never
  }
}

function checkText({ checker, ...parameters }: { readonly checker: string }): string {
  return [
    checker,
    ...Object.entries(parameters).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ].join(' ')
}
