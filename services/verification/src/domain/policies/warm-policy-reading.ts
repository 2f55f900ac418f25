import { type Circumstances, readPolicy, readText } from '@outturn/policy'

/** Sentences that have the grammar try each of its forms, and ask. */
const sample =
  'Deliver 50 rows. Every row has an email. The list looks professional. Pay $5 in total by Friday.'
const condition = 'at least 95% of rows have a phone and no duplicate emails'
const circumstances: Circumstances = {
  fields: [{ name: 'email' }],
  fieldsFrom: 'request',
  isSuggestion: false,
  isSoftware: false,
}

/**
 * Has the patterns of the grammar compiled before the service takes work: compiled for the first text that somebody sends,
 * they would hold up every run meanwhile. The engine only interprets a pattern at first, so the sample is read again.
 */
export function warmPolicyReading(): void {
  for (let reading = 0; reading < 3; reading += 1) {
    readPolicy(sample, { unitization: null, isSoftware: false, fields: [] })
    readText(condition, circumstances)
  }
}
