/** Groups of operations, in the order in which a reader meets them, and what each is for. */
export const tags = {
  Verify: 'Verify a delivery: in one call, in one call that is paid for by itself, or of a Spool.',
  Spools:
    'Agree on work with a second party: create, negotiate, accept and end a Spool, and read its history.',
  Evidence: 'Submit the delivery as evidence, and read what was submitted.',
  Sources: 'Register systems of record, receive what they report, and read it as facts.',
  Receipts: 'Read, export and use signed receipts and attestations.',
  Disputes: 'Dispute a receipt and follow the dispute.',
  'Facts and claims': 'Connect sources that report facts, record claims, and match the two.',
  Discrepancies:
    'Record where claims, facts and deliveries differ, hold the money for it, and close it together.',
  Reviews: 'Ask a person to review a receipt, and record the decision.',
  Audits: 'Audit an invoice against a record of the work, and replay a promise over a history.',
  'Outcome index': 'Read how verification runs ended, by kind of work, over all accounts.',
  Policies: 'Compile plain text into conditions, and read recipes.',
  Settlement: 'Commit to a payment, sign its transfers, and grant the authority to make them.',
  'Credits and payments': 'Read the credit balance and buy credit packs.',
  Account: 'Read the usage of an account and exchange grants for API keys.',
  Sandbox: 'Try the whole lifecycle with a session token, without an account.',
  'Keys and log': 'Read the public keys and the transparency log that verify receipts offline.',
  Documentation: 'Search and read the documentation.',
  Service: 'Check whether the service runs and what this deployment can do.',
  Pages: 'Pages for browsers.',
} as const satisfies Record<string, string>

export type Tag = keyof typeof tags
