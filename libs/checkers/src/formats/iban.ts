import { accountForms } from './code-lists.ts'

const printed = /^[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?$/
const electronic = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/
const classes: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }
const patterns = new Map<string, RegExp>()

/** An IBAN of a country of the registry, in its length, its form and with right check digits; in one word or in groups of four. */
export function isIban(text: string): boolean {
  if (!printed.test(text) && !electronic.test(text)) return false
  const iban = text.replaceAll(' ', '')
  const form = accountForms.get(iban.slice(0, 2))
  if (form === undefined) return false
  return patternOf(form).test(iban.slice(4)) && remainderOf(iban.slice(4) + iban.slice(0, 4)) === 1
}

function patternOf(form: string): RegExp {
  const known =
    patterns.get(form) ??
    new RegExp(`^${form.replace(/(\d+)([nac])/g, (_, count, kind) => `${classes[kind]}{${count}}`)}$`)
  patterns.set(form, known)
  return known
}

/** The number that a text of digits and letters stands for, modulo 97 (ISO 7064): A is 10 and Z is 35. */
function remainderOf(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
  }
  return remainder
}
