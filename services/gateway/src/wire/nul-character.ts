import { invalid, type Refusal } from '@outturn/contracts'

/** The refusal of a text that no database keeps. */
export function nulCharacter(name: string): Refusal {
  return invalid(name.replaceAll('\0', '').slice(0, 80), 'The character U+0000 is not allowed.', {
    reason: 'nul_character',
  })
}
