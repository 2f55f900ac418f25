/** A text as it is compared: NFKC, each run of white space as one space, none at the ends. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim()
}
