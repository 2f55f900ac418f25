const delivery =
  /\b(?:deliver(?:s|ed|y|ies)?|deadline|due|submit(?:s|ted)?|sends?|sent|hand(?:s|ed)? (?:over|in)|receive[sd]?|arrives?|ready|finish(?:ed|es)?|complete[sd]?|done|turnaround|needs?|expects?|wants?)\b/i
const handingOver = /\b(?:deliver(?:s|ed|y|ies)?|submit(?:s|ted)?|hand(?:s|ed)? (?:over|in)|arrives?)\b/i
const somethingElse =
  /\b(?:pa(?:y|ys|id|yment|yments)|invoices?|refunds?|meet(?:s|ings?)?|calls?|repl(?:y|ies)|responds?|feedback|reviews?|warrant(?:y|ies)|support|penalt(?:y|ies)|late fees?)\b/i

/** That a text says something, which no exact words decide. */
const contentWords =
  /\b(?:report|document|text|article|summary|paper|analysis|post|description|translation|essay|page|answer|content)s? (?:must |should |shall |will |has to )?(?:names?|lists?|describes?|explains?|covers?|states?|cites?|mentions?|discuss(?:es)?|summari[sz]es?|includes?|contains?|compares?|identif(?:y|ies)|addresses)\b/i

/** Whether a clause is about what a text says. */
export function speaksOfContent(clause: string): boolean {
  return contentWords.test(clause)
}

/** Whether a clause could be about when the work is delivered. */
export function speaksOfDelivery(clause: string): boolean {
  return delivery.test(clause)
}

/** Whether a time in a clause is when the work is delivered, and not when something else happens, such as a payment. */
export function isTimeOfDelivery(clause: string, sentence: string): boolean {
  return handingOver.test(clause) || !somethingElse.test(sentence)
}
