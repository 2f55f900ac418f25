import { invalid, unprocessable } from '@outturn/contracts'

/** Characters that are invisible, or that only change how the ones beside them are drawn. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** Characters that break a line, ring a bell or turn the direction of writing: a name with one reads as another. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** A name as it is compared: without case, width, kinds of space and invisible characters. */
export function comparableName(name: string): string {
  const seen = name.normalize('NFKC').replace(invisible, '').replace(/\s+/gu, ' ').trim()
  // By way of upper case, so that ß and ss, or the two small sigmas, fold together.
  return seen.toUpperCase().toLowerCase()
}

/** The name of a party without the space around it; refuses one that shows nothing, or not what it is. */
export function agreedName(name: string, field: string): string {
  if (misleading.test(name)) {
    throw invalid(field, 'The name of a party has a control character in it.', {
      remediation: 'Send the name in one line, without control characters and marks of direction.',
    })
  }
  if (comparableName(name) === '') {
    throw unprocessable(field, 'The name of a party is blank.', {
      remediation: 'Send the name that the other party knows.',
    })
  }
  return name.trim()
}
