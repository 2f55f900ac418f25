/**
 * A name as names are compared: without case, spaces, hyphens, underscores and a plural ending, and `email address` as `email`.
 * Letters of different scripts that look alike stay different.
 */
export function foldName(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return foldPlural(letters).replace(/^(.*e?mail)addres?s?$/u, '$1')
}

/** An English noun without its plural ending, and a singular that could have one in the same form. */
export function foldPlural(noun: string): string {
  return noun
    .replace(/(?:ies|ie)$/u, 'y')
    .replace(/(?<=ss|x|ch|sh|[bnrt]us)es$/u, '')
    .replace(/(?<=\p{L}[^s])s$/u, '')
}
