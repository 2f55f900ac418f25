import { readFileSync } from 'node:fs'

const library = new URL('../../', import.meta.url)

/** The names of all members that a file of this library declares: those of its shapes, and of its interfaces where it has no shapes. */
export function declaredMembers(path: string): readonly string[] {
  const source = readFileSync(new URL(path, library), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/gu, '')
  const shapes = [...source.matchAll(/(?:exactObject|openObject)\(|const detachable = /gu)].map((found) =>
    closedText(source, found.index + found[0].length - (found[0].endsWith('(') ? 1 : 0)),
  )
  const names =
    shapes.length === 0
      ? [...source.matchAll(/readonly (\w+)\??:/gu)].map(([, name]) => name ?? '')
      : shapes.flatMap((shape) =>
          [...shape.matchAll(/(?<=[{,]\s*)(\w+)(?=\s*[:,}])/gu)].map(([, name]) => name ?? ''),
        )
  return [...new Set(names)]
}

/** From a bracket to the one that closes it. */
function closedText(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const sign = source.charAt(at)
    if ('([{'.includes(sign)) depth++
    if (')]}'.includes(sign) && --depth === 0) return source.slice(from, at + 1)
  }
  throw new Error('A bracket is not closed.')
}
