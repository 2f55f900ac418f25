const quotes = new Map([
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['«', '"'],
  ['»', '"'],
  ['‘', "'"],
  ['’', "'"],
  ['ʼ', "'"],
  ['‹', "'"],
  ['›', "'"],
])
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/

/**
 * A text with the same positions and fewer characters to tell apart: straight quotes, and the plain form (NFKC) of each character
 * that has one of the same length. Invisible characters become spaces where a word cannot go on, and stay where it does.
 */
export function toPlainText(text: string): string {
  let plain = ''
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    plain += unit <= '~' ? unit : plainUnit(unit)
  }
  return plain
}

function plainUnit(unit: string): string {
  const quote = quotes.get(unit)
  if (quote !== undefined) return quote
  if (invisible.test(unit)) return ' '
  if (/\s/.test(unit)) return unit
  const folded = unit.normalize('NFKC')
  // Superscripts and digits in circles stand for something else than a number.
  if (/^\d$/.test(folded) && !/[\uff10-\uff19]/.test(unit)) return unit
  return folded.length === 1 ? folded : unit
}
