import { characterTest, classOf } from './unicode-set.ts'

const invisible = new RegExp(`[^${classOf('defaultIgnorable', 'whiteSpace')}]`, 'u')
const ignorable = new RegExp(`[${classOf('defaultIgnorable')}]`, 'u')
const ignorables = new RegExp(`[${classOf('defaultIgnorable')}]+`, 'gu')
const whiteSpaceRun = new RegExp(`[${classOf('whiteSpace')}]+`, 'gu')
/** White space that is anything but one space between two other characters. */
const unevenSpace = new RegExp(`  |(?! )[${classOf('whiteSpace')}]`, 'u')
const isOtherSpace = characterTest('whiteSpace')
const isIgnorable = characterTest('defaultIgnorable')
/** Joiners, and the tags that make a flag: the only ignorable characters that a reader may see the effect of. */
const mayShow = /[\u200c-\u200d\u{e0020}-\u{e007f}]/u
const nonJoiner = '\u200c'
const joiner = '\u200d'
const flag = '\u{1f3f4}'
const tag = /^[\u{e0020}-\u{e007e}]$/u
const endOfTags = '\u{e007f}'
/** Printable ASCII and its white space: what most texts are, and nothing below changes anything of. */
const plain = /^[\t-\r -~]*$/

/** Whether a text is nothing but characters that leave no mark: white space and default-ignorable ones. */
export function isInvisible(text: string): boolean {
  return !isVisibleAscii(text.charCodeAt(0)) && !invisible.test(text)
}

/** Most texts begin with such a character, which is told without a pattern. */
function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f
}

export function isPlain(text: string): boolean {
  return plain.test(text)
}

function isWhiteSpace(character: string): boolean {
  return !isVisibleAscii(character.charCodeAt(0)) && isOtherSpace(character)
}

/** A text without white space at its ends, by the property of Unicode. */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(text.charAt(start))) start += 1
  while (end > start && isWhiteSpace(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** A text with each run of white space as one space, and none at its ends. */
export function evenWhiteSpace(text: string): string {
  return trimWhiteSpace(unevenSpace.test(text) ? text.replace(whiteSpaceRun, ' ') : text)
}

/**
 * A text without its default-ignorable characters. A joiner stays where a reader sees what it does: between parts of an emoji, and in
 * the scripts whose letters join; so do the tags of a flag.
 */
export function leaveOutIgnorable(text: string): string {
  if (!ignorable.test(text)) return text
  return mayShow.test(text) ? withShownJoiners(text) : text.replace(ignorables, '')
}

/** One pass over the text: what an ignorable character does is known once the next visible one is. */
function withShownJoiners(text: string): string {
  let shown = ''
  /** The last character but marks and modifiers, and the last of all. */
  let base = ''
  let last = ''
  let pending = ''
  let tags = ''
  for (const character of text) {
    if (isIgnorable(character)) {
      if (pending === '' && (character === joiner || character === nonJoiner)) pending = character
      if (base === flag && tag.test(character)) tags += character
      else if (character === endOfTags && tags !== '') shown += tags + endOfTags
      if (!tag.test(character)) tags = ''
      continue
    }
    if (pending !== '' && isShown(pending, base, last, character)) shown += pending
    shown += character
    pending = ''
    tags = ''
    last = character
    if (!isMark(character) && !isModifier(character)) base = character
  }
  return last !== '' && pending === joiner && isVirama(last) ? shown + pending : shown
}

const isMark = characterTest('mark')
const isModifier = characterTest('emojiModifier')
const isVirama = characterTest('virama')
const isLetter = characterTest('letter')
const isPictographic = characterTest('pictographic')
const joinsNext = characterTest('joinsNext')
const joinsLast = characterTest('joinsLast')
const isJoining = (letter: string) => joinsNext(letter) || joinsLast(letter)

/** Whether a reader sees what a joiner does between two characters: it changes how letters join, or makes one emoji of two. */
function isShown(sign: string, base: string, last: string, next: string): boolean {
  const wouldJoin = joinsNext(base) && joinsLast(next)
  if (sign === nonJoiner) return wouldJoin || (isVirama(last) && isLetter(next))
  if (isPictographic(base) && isPictographic(next)) return true
  if (isVirama(last) || (isVirama(next) && isLetter(base))) return true
  return isJoining(base) && isJoining(next) && !wouldJoin && (joinsNext(base) || joinsLast(next))
}
