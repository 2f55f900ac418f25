import { unicodeRanges } from './unicode-tables.ts'

type Property = keyof typeof unicodeRanges

/** The characters with a property, as the inside of a class of a pattern with the flag `u`. */
export function classOf(...properties: readonly Property[]): string {
  return properties
    .flatMap((property) => unicodeRanges[property].split(' '))
    .map((range) =>
      range
        .split('-')
        .map((point) => `\\u{${point}}`)
        .join('-'),
    )
    .join('')
}

/** Whether a character has one of the properties; the pattern is made when it is first asked for. */
export function characterTest(...properties: readonly Property[]): (character: string) => boolean {
  let pattern: RegExp | undefined
  return (character) => {
    pattern ??= new RegExp(`^[${classOf(...properties)}]$`, 'u')
    return pattern.test(character)
  }
}
