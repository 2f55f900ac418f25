import { describe, expect, test } from 'vitest'
import { nearField } from './near-field.ts'

const near = (wanted: string | string[], row: Record<string, never> | object) =>
  nearField([wanted].flat(), [row as never])

describe('the member that comes near to a name', () => {
  test.each([
    ['email', 'Email', ['case']],
    ['name', ' name', ['a space at the start or the end']],
    ['first name', 'first\u00a0name', ['a no-break space']],
    ['email', '\ufeffemail', ['a byte order mark']],
    ['email', 'em\u200bail', ['an invisible character']],
    ['caf\u00e9', 'cafe\u0301', ['how accented letters are composed']],
    ['email', 'e-mail', ['spaces, hyphens or underscores']],
    ['first_name', 'First Name', ['case', 'spaces, hyphens or underscores']],
    ['email', '\ufeffEmail ', ['a byte order mark', 'a space at the start or the end', 'case']],
  ])('%j is near %j', (wanted, name, differences) => {
    expect(near(wanted, { other: 1, [name]: 2 })).toEqual({ path: [name], differences, isSame: true })
  })

  test('may stand inside another one, or be flattened out of it', () => {
    expect(near('email', { contact: { email: 1 } })).toEqual({
      path: ['contact', 'email'],
      differences: ['nesting'],
      isSame: true,
    })
    expect(near(['contact', 'email'], { 'contact.email': 1 })?.path).toEqual(['contact.email'])
    expect(near(['contact', 'email'], { Contact: { email: 1 } })?.path).toEqual(['Contact', 'email'])
  })

  test.each([
    ['Preis', 'Preis (EUR)', 'words in brackets'],
    ['preis', 'Preis [EUR]', 'words in brackets'],
    ['price', 'price_usd', 'further words'],
    ['email', 'workEmail', 'further words'],
    ['artikelnummer', 'Artikel-Nr', 'a shortened word'],
    ['artikel_nr', 'Artikelnummer', 'a shortened word'],
    ['quantity', 'Qty', 'a shortened word'],
    ['description', 'desc', 'a shortened word'],
    ['address', 'adress', 'spelling'],
    ['email', 'mail', 'spelling'],
    ['recieved_at', 'received at', 'spelling'],
    ['groesse', 'Größe', 'accents'],
    ['prenom', 'Prénom', 'accents'],
  ])('may be meant: %j by %j', (wanted, name, difference) => {
    const found = near(wanted, { zeta: 1, [name]: 2 })
    expect(found).toEqual({ path: [name], differences: [difference], isSame: false })
    expect(near(name, { zeta: 1, [wanted]: 2 })?.isSame).toBe(false)
  })

  test.each([
    ['name', 'note'],
    ['id', 'identity'],
    ['city', 'country'],
    ['total', 'title'],
    ['price', 'rice cake'],
  ])('is not meant: %j by %j', (wanted, name) => {
    expect(near(wanted, { [name]: 1 })).toBeNull()
  })

  test('may be meant inside of the same member', () => {
    expect(near(['contact', 'email'], { mail: 1, contact: { mail: 1 } })).toEqual({
      path: ['contact', 'mail'],
      differences: ['spelling'],
      isSame: false,
    })
  })

  test('is none where the letters are others, or there are none', () => {
    expect(near('email', { letter: 1, '': 2, phone: 3 })).toBeNull()
    expect(near('\u200b', { '': 1, '\u200d': 2 })).toBeNull()
    expect(nearField(['email'], [])).toBeNull()
  })
})
