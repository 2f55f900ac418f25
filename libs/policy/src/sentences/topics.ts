const delivery =
  /\b(?:deliver(?:s|ed|y|ies)?|deadline|due|submit(?:s|ted)?|sends?|sent|hand(?:s|ed)? (?:over|in)|receive[sd]?|arrives?|ready|finish(?:ed|es)?|complete[sd]?|done|turnaround|needs?|expects?|wants?)\b/i
const handingOver = /\b(?:deliver(?:s|ed|y|ies)?|submit(?:s|ted)?|hand(?:s|ed)? (?:over|in)|arrives?)\b/i
const somethingElse =
  /\b(?:pa(?:y|ys|id|yment|yments)|invoices?|refunds?|meet(?:s|ings?)?|calls?|repl(?:y|ies)|responds?|feedback|reviews?|warrant(?:y|ies)|support|penalt(?:y|ies)|late fees?)\b/i

/** Whether a clause could be about when the work is delivered. */
export function speaksOfDelivery(clause: string): boolean {
  return delivery.test(clause)
}

/** Whether a time in a clause is when the work is delivered, and not when something else happens, such as a payment. */
export function isTimeOfDelivery(clause: string, sentence: string): boolean {
  return handingOver.test(clause) || !somethingElse.test(sentence)
}
