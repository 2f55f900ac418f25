import { UnusableInput } from '../output.ts'

/**
 * A key as it was set, without the white space around it, which files and shells leave. Throws UnusableInput for what cannot be a key; the
 * text itself is not repeated.
 */
export function keyText(text: string, place: string): string {
  const key = text.trim()
  if (key === '') throw new UnusableInput(`${place} is empty. Set it to a key such as spk_live_….`)
  if (/[\r\n]/.test(key)) {
    throw new UnusableInput(`${place} is not a key: it has a line break in it. Set it to one key alone.`)
  }
  if (!/^[\x21-\x7e]{1,512}$/.test(key)) {
    throw new UnusableInput(
      `${place} is not a key: it has a space or a character in it that no key has. Copy the key again.`,
    )
  }
  return key
}

/** A key as it may be shown: its prefix and its last four characters. */
export function maskedKey(key: string): string {
  const prefix = /^[a-z]+(?:_[a-z]+)?_/.exec(key)?.[0] ?? ''
  return key.length < prefix.length + 8 ? `${prefix}…` : `${prefix}…${key.slice(-4)}`
}
