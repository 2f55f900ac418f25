/** That there is none of what follows. */
export const noneOf =
  'no|without|without any|zero|not any|not a single|free of|no more|never any|there are no|there must be no|there should be no|there is no|must have no|must not have any|must contain no|there shall be no|has no|contains no|there may be no|avoid|must not contain any|has to have no|have no|there can be no|should have no|should contain no|must not contain|should not contain|should not have any'

/** That rows of which something holds are not accepted. */
export const rejecting =
  'reject any|reject all|reject|reject every|discard|drop|exclude|refuse|do not accept|fail|reject the|fail any'
export const notAccepted =
  "will not be paid|are not paid|is not paid|are rejected|is rejected|will be rejected|are not accepted|is not accepted|are not allowed|is not allowed|are forbidden|do not count|does not count|will not count|won't be paid|must be rejected|are refused|fail|must not occur|are invalid|are unacceptable|is forbidden|not allowed|forbidden|not permitted|are not permitted|is not permitted|prohibited|are prohibited|must not exist|should not exist|must not appear|are unwanted|are not okay|are not ok|should be rejected|won't be accepted|will not be accepted"

/** Conditions of other rows. */
export const conditionWords =
  'if|when|whenever|where|only if|only when|if and when|only where|in case|, if|, when|in rows where|for rows where|for all rows where|for every row where|for each row where|, only if|, only when|, whenever|, where|in every row where|on rows where'
export const leadingConditions =
  'if|when|whenever|where|in case|for rows where|for all rows where|for every row where|for each row where|in rows where|for any row where|in every row where|for rows with|for all rows with|if the'
