/** What a delivered text is called. */
export const documentNouns =
  'text|document|content|report|article|summary|essay|description|email|e-mail|letter|post|page|translation|answer|deliverable|output|copy|paper|blog post|memo|script|story|whitepaper|white paper|piece|draft|review|press release|manuscript|abstract|brief|proposal|contract|readme|file|newsletter|product description|work'

export const documentContains =
  'contain|contains|include|includes|mention|mentions|use|uses|have|has|must contain|must include|must mention|must use|must have|should contain|should include|should mention|should have|should use|has to contain|has to include|has to mention|needs to contain|needs to include|needs to mention|to contain|to include|to mention|shall contain|shall include|must also contain|must also include|must also mention|cites|must cite|needs to have|has to have|is to contain|must quote'
export const documentLacks =
  "does not contain|must not contain|doesn't contain|should not contain|shouldn't contain|may not contain|can not contain|cannot contain|mustn't contain|never contains|must never contain|does not include|must not include|should not include|does not mention|must not mention|should not mention|may not mention|doesn't mention|must never mention|never mentions|does not use|must not use|should not use|may not use|must not have|do not contain|don't contain|do not include|don't include|do not mention|don't mention|do not use|don't use|never use|never mention|never include|never contain|no mention of|no use of|no mentions of|without|avoid|avoid using|has no mention of|contains no mention of|does not have|is free of|must be free of|should be free of|makes no mention of|no|contains no|contains none of|must contain none of|includes no|must avoid|should avoid|avoids|must not ever mention|cannot mention|cannot include|shall not contain|shall not mention"

export const documentHas =
  'has|is|have|must be|must have|should be|should have|is to be|contains|must contain|has to be|has to have|needs to be|needs to have|with|of|will be|to be|, of|length|: |is between|should contain|shall be|shall have|must run|runs to|runs|must not be|must not have|word count|word count is|word count must be|word count :|length is|length must be|length :|in'

/** What stands before a time of delivery. */
const work =
  'the work|the delivery|the deliverable|the dataset|the data|the file|the list|the report|the document|all rows|the rows|the results|everything|it|work|delivery|all work|the output|all files|results|the article|this|the job|the project|files|data'
const states =
  'delivered|received|submitted|due|ready|finished|done|sent|completed|complete|handed over|handed in|uploaded|provided|in'
const verbs = 'deliver|submit|send|finish|complete|hand in|hand over|upload|return|provide'
export const beforeDeadline = [
  '',
  states,
  `to be ${states.split('|').join('|to be ')}`,
  `must be ${states.split('|').join('|must be ')}`,
  ...work
    .split('|')
    .flatMap((subject) => [
      subject,
      ...[
        'must be',
        'has to be',
        'should be',
        'shall be',
        'is',
        'will be',
        'are',
        'needs to be',
        'is to be',
        'must',
        'should',
      ].flatMap((modal) => [
        ...(modal === 'must' || modal === 'should'
          ? [`${subject} ${modal} arrive`]
          : states.split('|').map((state) => `${subject} ${modal} ${state}`)),
      ]),
      ...states.split('|').map((state) => `${subject} ${state}`),
      ...['arrives', 'arrive'].map((verb) => `${subject} ${verb}`),
      ...verbs.split('|').map((verb) => `${verb} ${subject}`),
    ]),
  verbs,
].join('|')
export const deadlineWords =
  'by|no later than|not later than|on or before|by the end of|until|at the latest by'
export const deadlineNouns =
  'deadline|due date|delivery date|due|the deadline|the due date|the delivery date|due on|due by|deadline is|the deadline is|deadline :|due :|due date is|due date :|delivery date is|the delivery date is|delivery date :|the due date is|deadline on|is due|it is due|due at'
